"""What must hold of any subject and its page; `python3 build.py test --content DIR` asks it of yours."""
