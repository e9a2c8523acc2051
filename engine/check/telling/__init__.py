"""How a check is told: as a document, as SARIF, in a terminal, on the page."""
