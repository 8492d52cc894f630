"""Run the web server of the preview: application, access control, open decks."""
