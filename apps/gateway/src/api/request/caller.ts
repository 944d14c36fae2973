import type { Sender } from '@hermes/conversations'
import type { Context } from 'hono'
import { sessionKeyOf } from './session-key.js'

/** Who a request is for: the holder of a key, or a person that a client with the key speaks for. */
export interface Caller {
  /** Absent for the holder of the server's own key. */
  readonly userId: string | undefined
}

/**
 * `user` is the name that the client gives in the request, otherwise in the header `X-Hermes-Session-Key`. The ids are of other kinds than those of other surfaces, so that no name is that of the owner, and
 * holders of named keys have people of their own: `api:anna`, `key:blog`, `key:blog/anna`.
 */
export function callerOf(context: Context, given: string | null | undefined): Caller {
  const user = given || sessionKeyOf(context)
  const { holder } = context.get('apiKey')
  if (!holder) return { userId: user ? `api:${user}` : undefined }
  return { userId: user ? `key:${holder.name}/${user}` : `key:${holder.name}` }
}

/** The name of the key of a caller; `undefined` for the server's own. */
export function holderOf({ userId = '' }: Caller): string | undefined {
  return /^key:([^/]+)/.exec(userId)?.[1]
}

/** Only the holder of the server's own key is the administrator. */
export function toSender({ userId }: Caller): Sender {
  return { person: { id: userId ?? 'api', role: userId === undefined ? 'admin' : 'user' }, surface: { kind: 'api' } }
}
