"""The names of bots at tables with people."""

BOT_NAMES = (
    *("Ada", "Bruno", "Clara", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Leo"),
    *("Mila", "Nils", "Olga", "Paul", "Rosa", "Sven", "Tilda", "Udo", "Vera", "Willi", "Xenia", "Yara"),
)
