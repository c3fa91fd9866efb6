"""Tables in a browser tab: the same commands, events and views as on a server, without one.

``tables`` runs where there is no process but the page's own worker: Python in WebAssembly (Pyodide),
with the standard library alone. The page's scripts say to it what they would say on a socket.
``models`` stands in for pydantic there.
"""
