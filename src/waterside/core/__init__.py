"""What every game shares: the contract, positions, records, series, compiling, random numbers."""
