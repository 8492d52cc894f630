"""Make the printed file of a drawn deck: sheets, pages 1 and 2, PDFs, cut files and records."""
