"""The learning environments, checked with Gymnasium's and PettingZoo's own tests."""
