"""Write cells of workbooks where they stand."""
