"""What each person can see and do now. Not what happens then."""
