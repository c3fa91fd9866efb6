"""Push messages to browsers, as RFC 8030 sends, RFC 8291 encrypts and RFC 8292 (VAPID) signs them."""
