import type { TurnOutcome } from '../../contracts/turn/event.js'
import { hookLimitMs } from '../../hooks/contain-hook.js'
import { createTurnHooks } from '../../hooks/turn-hooks.js'
import { originOf } from '../../session/origin-of.js'
import type { Turn } from '../state/turn.js'

/** Calls the hooks of a turn that ended without an answer. They are not awaited: an interrupt ends the turn at once. */
export function reportStop({ context, wiring, record, messages }: Turn, outcome: TurnOutcome): void {
  if ('text' in outcome) return
  const hooks = createTurnHooks(wiring.hooks, {
    limitMs: hookLimitMs,
    origin: originOf(record),
    // The events of the turn have ended.
    report: (problem) => wiring.services.logger.log('warn', problem.message),
  })
  void hooks.agent_loop_stopped({ sessionId: context.sessionId, messages, outcome })
}
