import type { ContextEngine } from '../../contracts/agent/context-engine.js'
import type { ContextSnapshot } from '../../contracts/turn/context-snapshot.js'
import { pressureTold } from '../../session/session-notes.js'
import type { Turn } from '../state/turn.js'

/** The share of the engine's trigger at which users are warned that a compression is near. */
const share = 0.85

/** Warns once per session that it will soon be compressed. */
export async function warnOfPressure(turn: Turn, engine: ContextEngine, snapshot: ContextSnapshot): Promise<void> {
  const { record } = turn
  if (pressureTold.of(record)) return
  const measure = engine.measure?.(snapshot)
  // Above the trigger, the engine has a reason to wait, and it is unknown when it will compress.
  if (!measure || measure.tokens < share * measure.trigger || measure.tokens >= measure.trigger) return
  const told = { notes: pressureTold.with(record.notes, true) }
  turn.renew(await turn.wiring.store.sessions.update(record.id, told))
  const [tokens, trigger] = [measure.tokens, measure.trigger].map((figure) =>
    Math.round(figure).toLocaleString('en-US'),
  )
  turn.notify('context-pressure', `The conversation takes ${tokens} tokens; it will be compressed at ${trigger}.`)
}
