"""The replay of a recorded session: what would come out, and is that faithful and harmless?"""
