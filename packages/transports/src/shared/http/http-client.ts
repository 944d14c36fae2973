/** Sends a request, reusing connections. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>

/** A request. Redirects are returned as responses, not followed, so that the key is not sent elsewhere. */
export interface HttpRequest extends Sending {
  readonly url: string
  /** HTTP method. Default: `POST`. */
  readonly method?: string
  /** Whether to send the request again when the connection turns out to have been closed while it was idle. Default: true. */
  readonly isRepeatable?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: RequestBody
}

/** How a request is sent. */
export interface Sending {
  /** Signal that, when aborted, closes the connection immediately and rejects pending promises with its reason. */
  readonly signal: AbortSignal
  /** Called once the connection is established and the whole request has been written to it. Never called with a custom `fetch`. */
  readonly onSent?: () => void
}

/** A request body. Passing bytes in chunks avoids concatenating them. */
export type RequestBody = string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[]

/** A response whose headers have arrived, with any status. */
export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderReader
  readonly body: HttpBody
}

/** The subset of `Headers` that is read from responses. Names are in lower case. */
export interface HeaderReader {
  get(name: string): string | null
  /** Returns all headers. A name with several values may occur several times. */
  entries(): Iterable<[name: string, value: string]>
}

/** The body of a response. The caller reads it to the end, or calls `release` or `close`. */
export interface HttpBody {
  /**
   * Resolves with the next chunk as received from the network, or `undefined` at the end. Only one read may be pending.
   * Rejects when the connection breaks, and with the signal's reason when it is aborted, even between two reads.
   */
  read(): Promise<Uint8Array | undefined>
  /** Keeps the connection for reuse if the rest of the body arrives soon; otherwise closes it. Does not wait. */
  release(): void
  /** Closes the connection. */
  close(): void
}

/** How long a server may take to end a body whose content is complete, in milliseconds. */
export const trailingLimitMs = 1_000
