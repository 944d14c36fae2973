import type { TurnOutcome } from '../../contracts/event.js'
import { rememberMeasure } from '../compression/compress.js'
import type { Turn } from '../state/turn.js'

/** Calls the hooks of a turn that ended with a text. */
export async function endTurn(turn: Turn, outcome: TurnOutcome): Promise<TurnOutcome> {
  if (!('text' in outcome)) return outcome
  await rememberMeasure(turn)
  const event = { sessionId: turn.context.sessionId, messages: turn.messages, outcome }
  const text = await turn.hooks.transform_llm_output(event)
  await turn.hooks.post_llm_call(event)
  return text === undefined ? outcome : { ...outcome, text }
}
