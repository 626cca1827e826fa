"""The table: transcripts of play, laws over random play, and the parts around it."""
