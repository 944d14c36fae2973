/** `YYYYMMDD_HHMMSS_<12 hex>` when Hermes generates it. Callers may use any text without path separators. */
export type SessionId = string
