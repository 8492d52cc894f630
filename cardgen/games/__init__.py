"""The games that come with cardgen; each is a plug-in, and none is known to the core."""
