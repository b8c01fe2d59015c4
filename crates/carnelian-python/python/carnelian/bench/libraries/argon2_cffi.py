"""argon2-cffi, over the reference implementation."""

from argon2.low_level import Type, hash_secret_raw

NAME = "argon2-cffi"


def version():
    from importlib.metadata import version

    return version("argon2-cffi")


class Calls:
    def __init__(self, inputs):
        self.inputs = inputs

    def call(self, operation):
        parameters = self.inputs.argon2.get(operation.name)
        if parameters is None:
            return None
        (time, memory, lanes), inputs = parameters, self.inputs
        return lambda: hash_secret_raw(inputs.password, inputs.salt, time, memory, lanes, 32, Type.ID)
