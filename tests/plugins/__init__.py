"""Third-party rule books and wagers: installed for the test, played without changing `src`."""
