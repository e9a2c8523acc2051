"""What runs inside Pyodide at build."""
