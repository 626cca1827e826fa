"""What becomes of hands once dealt: set, given up, shown, compared. Not money."""
