"""The games that come with cardgen. Each is a plug-in, and the core depends on none of them."""
