/** What one page may cost. */
export interface FetchLimits {
  /** From the first look-up to the last byte, redirects included. */
  readonly totalMs: number
  /** For the connection to one address and its TLS handshake. */
  readonly connectMs: number
  /** Of the body, after decompression. What comes after is left out. */
  readonly bodyBytes: number
  readonly redirects: number
}

export const defaultFetchLimits: FetchLimits = {
  totalMs: 30_000,
  connectMs: 10_000,
  bodyBytes: 10_000_000,
  redirects: 5,
}
