"""Answer the addresses of the preview, a module for each subject; `application` joins them."""
