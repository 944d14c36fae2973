/** An event as it came. */
export interface SignedRequest {
  /** The address that the sender used, with its query. */
  readonly url: string
  readonly headers: Headers
  readonly body: string
}
