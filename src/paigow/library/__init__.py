"""The library behind `import paigow`: hands, ways and rounds in few calls. Not how anything is worked out."""
