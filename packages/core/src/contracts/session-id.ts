/** `YYYYMMDD_HHMMSS_<6 hex>` when Hermes makes it; any text without path separators when a caller does. */
export type SessionId = string
