"""How rule functions run: the contract, building for a back end, playouts, random numbers."""
