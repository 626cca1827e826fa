"""The rules of Casino Rock Island, as data."""
