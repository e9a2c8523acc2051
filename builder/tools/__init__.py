"""Around a build and its tests: the environment, browsers, checks, and the verbs that are no stage of a build."""
