"""The processor for which code is made: this one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def machine(llvm: Any) -> Any:
    """LLVM's target machine for this processor, with all its features."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="jitdefault",
        jit=True,
    )


def name_of() -> str:
    """A description that distinguishes this processor and its code from others."""
    import platform

    import llvmlite
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return f"{platform.machine()} {llvm.get_host_cpu_name()} {features} {llvmlite.__version__}"
