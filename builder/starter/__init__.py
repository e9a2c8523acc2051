"""`python3 build.py new DIR --from FILE`: a subject's folder from an exported session, with its marks.

session.py   FILE → the session as a bundle, people's data replaced
modules.py   the session → world.py and models.py, which answer as recorded
texts.py     the session → labels, set-ups and prose
new.py       the verb: all of it written at once, tried, and what to edit next
files/       what the three are made from, as templates
"""
