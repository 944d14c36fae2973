/** Hermes generates ids as `YYYYMMDD_HHMMSS_<12 hex>`. Callers may use any text without path separators. */
export type SessionId = string
