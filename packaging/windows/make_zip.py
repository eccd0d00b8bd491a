#!/usr/bin/env python3
"""make_zip.py ZIP FOLDER SECONDS: packs FOLDER; the same files and date (seconds since 1970) make the same bytes."""
import pathlib
import sys
import time
import zipfile


def main():
    target, folder, seconds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    date = time.gmtime(max(seconds, 315532800))[:6]  # zip knows no date before 1980
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), date)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system = 0
                archive.writestr(entry, path.read_bytes())


if __name__ == "__main__":
    main()
