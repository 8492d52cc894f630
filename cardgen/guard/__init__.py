"""Limit what untrusted files may reach and cost: which files are opened, how large and how slow a picture is."""
