"""The command `parlour`. It is outside the package, because importing anything from the package already takes a while."""

import signal


def main() -> None:
    """Load the program and run it. Ctrl-C while it is loading ends it at once, without a traceback."""
    stops = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if stops:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from parlour.cli import main as command

    if stops:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    command()
