/** Limits for fetching one page. */
export interface FetchLimits {
  /** Maximum time from the first name lookup to the last byte, including redirects. */
  readonly totalMs: number
  /** Maximum time for connecting to one address, including the TLS handshake. */
  readonly connectMs: number
  /** Maximum size of the decompressed body. The rest is dropped. */
  readonly bodyBytes: number
  readonly redirects: number
}

export const defaultFetchLimits: FetchLimits = {
  totalMs: 30_000,
  connectMs: 10_000,
  bodyBytes: 10_000_000,
  redirects: 5,
}
