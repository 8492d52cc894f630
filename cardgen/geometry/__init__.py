"""Lengths, sizes, outlines and colours as plain numbers: mm everywhere, points only for type."""
