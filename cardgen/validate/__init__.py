"""Values to a deck: is it what its game asks for?"""
