"""This machine's side: gets a kernel, boots it, and tells what the checks found."""
