"""The library behind `import paigow`: hands, ways, and rounds in a few calls. Lower layers do the work."""
