/** `YYYYMMDD_HHMMSS_<6 hex>` when Hermes generates it. Callers may use any text without path separators. */
export type SessionId = string
