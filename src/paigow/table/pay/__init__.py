"""Paying main wagers and their vigorish. Side wagers are `sides`, banked rounds `bank.center`."""
