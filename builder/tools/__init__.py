"""Around a build and its tests: the environment, browsers, checks, and the verbs that are not stages of a build."""
