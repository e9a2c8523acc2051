"""How a check is reported: as a document, as SARIF, in a terminal, on the page."""
