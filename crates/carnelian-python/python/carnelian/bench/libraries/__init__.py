"""What each library offers. `Calls.call` returns a function of no arguments for an operation, or None.

Every function is a lambda, so that the call that the measurement adds is the same for all.
"""
