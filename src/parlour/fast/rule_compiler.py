"""Makes Numba compile a rule only into LLVM code, which is optimised in each entry that uses it.

Numba would optimise every rule separately, together with all the rules it calls, and turn each into machine code. But nothing
calls a rule from outside: only entries run, and compiling an entry inlines and optimises all of its rules.
"""

from typing import Any

from numba.core import codegen
from numba.core.compiler import Compiler


class RuleLibrary(codegen.JITCodeLibrary):
    """The code of a rule and of the rules that it calls, not optimised together and without machine code."""

    def finalize(self) -> None:
        """Put the code of the called rules beside the rule's own."""
        for library in dict.fromkeys(self._linking_libraries):
            if hasattr(library, "_reload_init"):  # since Numba 0.62
                self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address: there is no machine code."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0

    @property
    def codegen(self) -> Any:
        """Numba's hook for the environment of a function. Only code that raises or prints needs one, and no rule does."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class EntryLibrary(codegen.JITCodeLibrary):
    """The machine code of an entry. Nothing else calls the rules in it, so a large one with one caller is inlined, as in C."""

    def _optimize_final_module(self) -> None:
        linked = [library._get_module_for_linking() for library in dict.fromkeys(self._linking_libraries)]
        rules = {function.name for module in linked for function in module.functions if not function.is_declaration}
        for function in self._final_module.functions:
            if function.name in rules:
                function.linkage = "internal"
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class RuleCompiler(Compiler):
    """Numba's own compiler, with another code library."""

    library: Any = RuleLibrary

    def define_pipelines(self) -> Any:
        """Return Numba's usual pipelines."""
        library: Any = self.library
        self.state.library = library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()  # so that the machine code of an entry can be stored on disk
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class EntryCompiler(RuleCompiler):
    """The compiler of entries."""

    library = EntryLibrary
