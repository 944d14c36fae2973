import type { Guardrail } from '../../contracts/agent/guardrail.js'
import type { TurnOutcome } from '../../contracts/turn/event.js'
import type { Turn } from '../state/turn.js'

/** Ends a turn that repeats itself. The explanation is stored as its answer, so that the history stays valid. */
export async function halt(turn: Turn, { code, text }: NonNullable<Guardrail['halt']>): Promise<TurnOutcome> {
  turn.emit({ type: 'text-delta', text })
  await turn.store({ role: 'assistant', content: text }, { finishReason: 'other' })
  return { status: 'halted', text, code }
}
