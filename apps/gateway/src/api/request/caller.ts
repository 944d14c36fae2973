import type { Sender } from '@hermes/conversations'

/** Who a request is for: the holder of the server's key, or a person that a client with the key speaks for. */
export interface Caller {
  /** Absent for the holder of the key. */
  readonly userId: string | undefined
}

/** `user` is the name that the client gives. Its id is of another kind than those of other surfaces, so that no name is that of the owner. */
export function toCaller(user: string | null | undefined): Caller {
  return { userId: user ? `api:${user}` : undefined }
}

/** A person that a client speaks for has the rights of a user only. */
export function toSender({ userId }: Caller): Sender {
  return { person: { id: userId ?? 'api', role: userId === undefined ? 'admin' : 'user' }, surface: { kind: 'api' } }
}
