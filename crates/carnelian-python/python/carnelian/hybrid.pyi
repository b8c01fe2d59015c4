from typing import final

from typing_extensions import Buffer

__all__ = ["X25519MLKEM768Client", "x25519mlkem768_respond"]

@final
class X25519MLKEM768Client:
    @staticmethod
    def generate() -> X25519MLKEM768Client: ...
    @property
    def share(self) -> bytes: ...
    def finish(self, server_share: Buffer, /) -> bytes: ...

def x25519mlkem768_respond(client_share: Buffer, /) -> tuple[bytes, bytes]: ...
