"""Write the views of the preview as files that can be put anywhere."""
