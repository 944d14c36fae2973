import { StoreError } from '../../contracts/errors/errors.js'
import type { SessionId } from '../../contracts/values/session-id.js'
import { hookLimitMs } from '../../hooks/contain-hook.js'
import { createTurnHooks } from '../../hooks/turn-hooks.js'
import { newestOf } from '../../session/lineage.js'
import { originOf } from '../../session/origin-of.js'
import type { Wiring } from '../../session/wiring.js'

/** Marks the newest session of a lineage as ended and calls the hooks. */
export async function endSession(wiring: Wiring, id: SessionId, reason: string): Promise<void> {
  const { store, services } = wiring
  const found = await store.sessions.get(id)
  if (!found) throw new StoreError('not-found', `There is no session "${id}" to end.`)
  const { id: newest } = await newestOf(store, found)
  await store.sessions.update(newest, { endReason: reason, endedAtMs: services.now() })
  const hooks = createTurnHooks(wiring.hooks, {
    limitMs: hookLimitMs,
    origin: originOf(found),
    report: (problem) => services.logger.log('warn', problem.message),
  })
  await hooks.on_session_end({ sessionId: id, reason })
}
