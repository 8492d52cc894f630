"""Start other processes, limit what they may use, talk to them, and leave none behind."""
