/** Limits for one page. */
export interface FetchLimits {
  /** From the first name lookup to the last byte, including redirects. */
  readonly totalMs: number
  /** For connecting to one address, including the TLS handshake. */
  readonly connectMs: number
  /** For the decompressed body. The rest is dropped. */
  readonly bodyBytes: number
  readonly redirects: number
}

export const defaultFetchLimits: FetchLimits = {
  totalMs: 30_000,
  connectMs: 10_000,
  bodyBytes: 10_000_000,
  redirects: 5,
}
