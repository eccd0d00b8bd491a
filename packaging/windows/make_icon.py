#!/usr/bin/env python3
"""Draws polyglot.ico: an open book with a pawn above it. make_icon.py FILE

Sizes up to 48 are bitmaps, 256 is a PNG, as Windows expects. Each pixel is the mean of 8 x 8 points.
"""
import math
import struct
import sys
import zlib

SIZES = (16, 24, 32, 48, 256)
POINTS = 8
BOARD = (38, 84, 124)
PAWN = (250, 246, 236)
PAGE = (222, 196, 138)
FOLD = (120, 96, 52)


def inside_rounded_square(x, y):
    dx, dy = max(abs(x - 0.5) - 0.34, 0), max(abs(y - 0.5) - 0.34, 0)
    return math.hypot(dx, dy) <= 0.14


def inside_page(x, y):
    """The two pages lie from the fold in the middle outwards, each sagging like an arc."""
    across = abs(x - 0.5) / 0.38
    if across > 1:
        return False
    top = 0.62 - 0.07 * math.sin(math.pi * across ** 0.8)
    return top <= y <= top + 0.18


def inside_pawn(x, y):
    across = abs(x - 0.5)
    if math.hypot(across, y - 0.25) <= 0.105:
        return True
    if 0.335 <= y <= 0.375:
        return across <= 0.125
    if 0.375 < y <= 0.53:
        return across <= 0.055 + 0.45 * (y - 0.375) ** 1.2
    return 0.53 < y <= 0.60 and across <= 0.17


def colour_at(x, y):
    if not inside_rounded_square(x, y):
        return None
    if inside_pawn(x, y):
        return PAWN
    if inside_page(x, y):
        return FOLD if abs(x - 0.5) < 0.015 else PAGE
    return BOARD


def pixels(size):
    """Rows from the top of (red, green, blue, alpha)."""
    step = 1 / (size * POINTS)
    for row in range(size):
        line = []
        for column in range(size):
            seen = [colour_at((column * POINTS + i + 0.5) * step, (row * POINTS + j + 0.5) * step)
                    for j in range(POINTS) for i in range(POINTS)]
            drawn = [colour for colour in seen if colour]
            mean = tuple(round(sum(part) / len(drawn)) for part in zip(*drawn)) if drawn else (0, 0, 0)
            line.append((*mean, round(255 * len(drawn) / len(seen))))
        yield line


def bitmap(size):
    rows = [b"".join(bytes((b, g, r, a)) for r, g, b, a in line) for line in pixels(size)]
    mask = bytes((size + 31) // 32 * 4 * size)  # unused: alpha says it
    header = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0)
    return header + b"".join(reversed(rows)) + mask


def png(size):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    raw = b"".join(b"\0" + b"".join(bytes(pixel) for pixel in line) for line in pixels(size))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def main():
    images = [bitmap(size) if size < 256 else png(size) for size in SIZES]
    offset = 6 + 16 * len(SIZES)
    with open(sys.argv[1], "wb") as file:
        file.write(struct.pack("<HHH", 0, 1, len(SIZES)))
        for size, image in zip(SIZES, images):
            file.write(struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(image), offset))
            offset += len(image)
        file.write(b"".join(images))


if __name__ == "__main__":
    main()
