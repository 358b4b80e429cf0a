"""`python -m parlour` is the command `parlour`."""

from parlour_command import main

if __name__ == "__main__":
    main()
