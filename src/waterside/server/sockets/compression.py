"""How messages on sockets are compressed, for clients that ask for it, as browsers do."""

from __future__ import annotations

from collections.abc import Sequence

from isal import isal_zlib
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.typing import ExtensionParameter


class Compression(ServerPerMessageDeflateFactory):
    """Compression by ISA-L, which is quicker than zlib."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed with a client."""
        agreed, compression = super().process_request_params(params, accepted_extensions)
        if not compression.local_no_context_takeover:
            window = compression.local_max_window_bits
            encoder = isal_zlib.compressobj(0, wbits=-window, memLevel=1)
            compression.encoder = encoder  # type: ignore[assignment]  # it has the same methods
        return agreed, compression


COMPRESSION = Compression(
    server_max_window_bits=15,
    client_max_window_bits=12,
    compress_settings={"memLevel": 5, "level": 1},
)
"""Updates of a scene become a quarter of their size. ISA-L's next level would make them a quarter
smaller still, and every move would take a twentieth more of the server's time; a smaller window would
save no memory. The settings are for clients who want every message compressed by itself."""
