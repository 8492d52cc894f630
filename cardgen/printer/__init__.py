"""The user's own printers: a calibration sheet measures how they print, and profiles keep the corrections by name."""
