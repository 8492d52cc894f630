"""Write PDFs for a designer's screen: overviews, two versions side by side, both sides of each sheet at once.

Drawn decks come in, the bytes of PDFs go out. The PDF to print is made elsewhere.
"""
