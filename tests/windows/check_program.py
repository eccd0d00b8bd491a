#!/usr/bin/env python3
"""Looks into polyglot.exe: DLLs that it loads, protections, date, icon, version and manifest.

    check_program.py [--nm NM LIBRARY…] PROGRAM VERSION

NM lists what our libraries call, which shows whether stacks and containers are checked.
"""
import argparse
import re
import struct
import subprocess
import sys

SYSTEM_DLLS = {"advapi32", "bcrypt", "kernel32", "msvcrt", "mswsock", "ntdll", "ole32", "shell32", "user32", "ws2_32"}
ICON, GROUP_ICON, VERSION, MANIFEST = 3, 14, 16, 24


class Program:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        header = self.u32(0x3C)
        if self.bytes[:2] != b"MZ" or self.bytes[header:header + 4] != b"PE\0\0":
            raise ValueError(f"{path} is no Windows program")
        self.machine, sections, self.date = struct.unpack_from("<HHI", self.bytes, header + 4)
        optional = header + 24
        self.magic = self.u16(optional)
        self.image_base = struct.unpack_from("<Q", self.bytes, optional + 24)[0]
        self.subsystem, self.characteristics = struct.unpack_from("<HH", self.bytes, optional + 68)
        self.directories = optional + 112
        table = optional + self.u16(header + 20)
        self.sections = [struct.unpack_from("<IIII", self.bytes, table + 40 * i + 8) for i in range(sections)]

    def u16(self, at):
        return struct.unpack_from("<H", self.bytes, at)[0]

    def u32(self, at):
        return struct.unpack_from("<I", self.bytes, at)[0]

    def offset(self, address):
        """Where in the file what is loaded at this address stands."""
        for size, start, _, raw in self.sections:
            if start <= address < start + size:
                return raw + address - start
        raise ValueError(f"no section has address {address:#x}")

    def imports(self):
        at = self.offset(self.u32(self.directories + 8))
        while name := self.u32(at + 12):
            begin = self.offset(name)
            yield self.bytes[begin:self.bytes.index(b"\0", begin)].decode().lower()
            at += 20

    def resources(self):
        """type: the first resource of that type."""
        root = self.offset(self.u32(self.directories + 16))

        def entries(at):
            for i in range(self.u16(at + 12) + self.u16(at + 14)):
                yield struct.unpack_from("<II", self.bytes, at + 16 + 8 * i)

        found = {}
        for kind, below in entries(root):
            while below & 0x80000000:
                below = next(iter(entries(root + (below & 0x7FFFFFFF))))[1]
            address, size = struct.unpack_from("<II", self.bytes, root + below)
            begin = self.offset(address)
            found[kind] = self.bytes[begin:begin + size]
        return found


def checks(program, version):
    strangers = {name for name in program.imports() if name.removesuffix(".dll") not in SYSTEM_DLLS
                 and not name.startswith("api-ms-win-")}
    yield f"only DLLs of Windows ({', '.join(sorted(program.imports()))})", not strangers
    yield "a 64-bit console program", (program.machine, program.magic, program.subsystem) == (0x8664, 0x20B, 3)
    yield "loaded at another address at every start", program.characteristics & 0x40
    yield "… of 64 bits", program.characteristics & 0x20 and program.image_base >= 1 << 32
    yield "data is no code", program.characteristics & 0x100
    resources = program.resources()
    yield "an icon", ICON in resources and GROUP_ICON in resources
    manifest = resources.get(MANIFEST, b"").decode()
    for wanted in (">UTF-8</activeCodePage>", ">true</longPathAware>", 'level="asInvoker"',
                   "{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"):
        yield f"the manifest has {wanted}", wanted in manifest
    info = resources.get(VERSION, b"")
    numbers = [int(part) for part in version.split(".")] + [0]
    yield "the version as numbers", struct.pack("<IHHHH", 0xFEEF04BD, 0, 1, numbers[1], numbers[0]) in info
    yield f"the version as text: {version}", ("FileVersion\0".encode("utf-16le") in info
                                              and f"{version}\0".encode("utf-16le") in info)


def of_library(nm, library):
    listed = subprocess.run([nm, "--undefined-only", library], check=True, capture_output=True, text=True).stdout
    wanted = set(re.findall(r" U (\S+)", listed))
    yield f"{library}: checked stacks", "__stack_chk_fail" in wanted
    yield f"{library}: checked containers", any("__glibcxx_assert_fail" in name for name in wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("version")
    parser.add_argument("--nm", nargs="+", default=[], metavar=("NM", "LIBRARY"))
    options = parser.parse_args()
    program = Program(options.program)
    results = list(checks(program, options.version))
    if options.nm:
        results.append(("no date: the same program from the same sources", program.date == 0))
    for library in options.nm[1:]:
        results += of_library(options.nm[0], library)
    for what, found in results:
        print(f"{'yes' if found else 'NO '} {what}")
    return 0 if all(found for _, found in results) else 1


if __name__ == "__main__":
    sys.exit(main())
