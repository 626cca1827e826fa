"""All deals of two hands, counted: tiles and cards, by house ways, at their best, and in equilibrium."""
