/** An event as it arrived. */
export interface SignedRequest {
  /** The address that the sender used, with its query. */
  readonly url: string
  readonly headers: Headers
  /** The bytes of the body, which signatures cover. */
  readonly body: Uint8Array
}
