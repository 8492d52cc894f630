"""What a stranger's files may reach and cost: which files are opened, how large a picture is, how long it may take."""
