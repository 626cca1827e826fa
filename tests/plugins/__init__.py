"""Rule books and wagers from elsewhere: installed for the test, played without a change of `src`."""
