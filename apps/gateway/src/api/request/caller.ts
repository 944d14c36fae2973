import type { Sender } from '@hermes/conversations'
import type { Context } from 'hono'
import { sessionKeyOf } from './session-key.js'

/** The person that a request is for: the holder of a key, or a person that a client with the key speaks for. */
export interface Caller {
  /** The id of the person. Absent for the holder of the server's own key. */
  readonly userId: string | undefined
}

/**
 * Returns the caller of a request. `user` is the name that the client gives in the body, otherwise in the header `X-Hermes-Session-Key`. The ids differ in
 * kind from those of other surfaces, so that no name is that of the owner. Holders of named keys have separate people: `api:anna`, `key:blog`,
 * `key:blog/anna`.
 */
export function callerOf(context: Context, given: string | null | undefined): Caller {
  const user = given || sessionKeyOf(context)
  const { holder } = context.get('apiKey')
  if (!holder) return { userId: user ? `api:${user}` : undefined }
  return { userId: user ? `key:${holder.name}/${user}` : `key:${holder.name}` }
}

/** Returns the name of a caller's key, or `undefined` for the server's own key. */
export function holderOf({ userId = '' }: Caller): string | undefined {
  return /^key:([^/]+)/.exec(userId)?.[1]
}

/** Returns the sender. Only the holder of the server's own key is the administrator. */
export function toSender({ userId }: Caller): Sender {
  return { person: { id: userId ?? 'api', role: userId === undefined ? 'admin' : 'user' }, surface: { kind: 'api' } }
}
