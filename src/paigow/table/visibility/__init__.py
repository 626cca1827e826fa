"""What each person may see and do now. Not what happens then."""
