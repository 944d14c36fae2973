/** An event as it came. */
export interface SignedRequest {
  /** The address that the sender used, with its query. */
  readonly url: string
  readonly headers: Headers
  /** Its bytes: signatures are made over them. */
  readonly body: Uint8Array
}
