/** Sends a request. Connections are reused. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>

/** A request. Redirects are not followed, so that the key is not sent elsewhere; they are returned as responses. */
export interface HttpRequest extends Sending {
  readonly url: string
  /** Default `POST`. */
  readonly method?: string
  /** Whether it is sent again when the connection turns out to have been closed while it was idle. Default true. */
  readonly isRepeatable?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: RequestBody
}

/** The way of a request to the server. */
export interface Sending {
  /** An abort closes the connection immediately and rejects pending promises with the signal's reason. */
  readonly signal: AbortSignal
  /** Called when the connection stands and all of the request was written to it. Never called by a custom `fetch`. */
  readonly onSent?: () => void
}

/** Bytes can be given in chunks, which saves concatenating them. */
export type RequestBody = string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[]

/** A response whose headers have arrived, with any status. */
export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderReader
  readonly body: HttpBody
}

/** The subset of `Headers` that is read from responses. Names are passed in lower case. */
export interface HeaderReader {
  get(name: string): string | null
  /** A name with several values may come several times. */
  entries(): Iterable<[name: string, value: string]>
}

/** The body of a response. The caller reads it to the end, or calls `release` or `close`. */
export interface HttpBody {
  /**
   * Resolves with the next chunk, as received from the network; `undefined` at the end. Only one read at a time. Rejects when the
   * connection breaks, and with the signal's reason when it is aborted, also between two reads.
   */
  read(): Promise<Uint8Array | undefined>
  /** Keeps the connection for reuse if the rest of the body arrives shortly, otherwise closes it. Does not wait. */
  release(): void
  /** Closes the connection. */
  close(): void
}

/** How long a server may take to end a body whose content is complete, in milliseconds. */
export const trailingLimitMs = 1_000
