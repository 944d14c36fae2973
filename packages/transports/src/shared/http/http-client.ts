/** Makes requests; what is left of a connection is used again. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>

/** A POST. Redirects are answers like any other: nothing follows them with a key in hand. */
export interface HttpRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: RequestBody
  /** An abort closes the connection at once and rejects what is pending with its reason. */
  readonly signal: AbortSignal
}

/** Bytes may come in pieces, which are sent as they are, without being put together. */
export type RequestBody = string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[]

/** A response whose head is there. A status of any kind is a response. */
export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderReader
  readonly body: HttpBody
}

/** `Headers`, as far as answers are concerned. Names are given in lower case. */
export interface HeaderReader {
  get(name: string): string | null
}

/** The body of a response. The caller reads it to the end, or calls `release` or `close`. */
export interface HttpBody {
  /**
   * The next piece, cut wherever the network cut it; `undefined` at the end. One read at a time. Rejects when the
   * connection breaks, and with the signal's reason when that is aborted, even while the body is not being read.
   */
  read(): Promise<Uint8Array | undefined>
  /** Lets the connection be used again when the rest comes at once, else closes it. Does not wait. */
  release(): void
  /** Closes the connection. */
  close(): void
}

/** How long a server may take to end a body whose content is complete. */
export const trailingLimitMs = 1_000
