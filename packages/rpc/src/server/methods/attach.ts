import { setImmediate } from 'node:timers/promises'
import type { ResultOf } from '../../schemas/methods.js'
import type { MethodContext } from '../connection/client-connection.js'
import type { LiveSession } from '../live/live-session.js'
import { snapshotOf } from './snapshot-of.js'

/** Attaches the client to a session. Its events follow the answer. */
export async function attach(
  session: LiveSession,
  context: MethodContext,
  after?: number,
): Promise<ResultOf<'session.resume'>> {
  // By then, the log has read the running turn.
  await setImmediate()
  context.after(context.client.attach(session, after))
  return snapshotOf(session, context)
}
