"""Where sound comes from: files, microphones, typed lines."""
