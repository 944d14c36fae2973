import { HermesError } from '../../contracts/errors/errors.js'
import { type ToolCall, type ToolMessage, textOf } from '../../contracts/model/message.js'
import type { TurnOutcome } from '../../contracts/turn/event.js'
import type { OpenSession } from '../../session/open-session.js'
import { resultsOfAsked } from '../../session/results-of-asked.js'
import { isTurnOpen } from '../../transcript/is-turn-open.js'
import type { Turn } from '../state/turn.js'
import { runTools } from '../tools/run-tools.js'
import { addHookContext } from './add-hook-context.js'
import { runTurn } from './run-turn.js'

/**
 * Continues a turn that was cut short. Calls with a result are not repeated. Of the others, only calls of tools that may safely be repeated
 * run again. For the rest, the model learns the outcome of the question about them, or that the outcome is unknown, and decides. An answer
 * that was partly kept is continued where it stopped.
 */
export async function resumeTurn(turn: Turn, session: OpenSession): Promise<TurnOutcome> {
  const { openCalls, finishReason } = session
  const newest = turn.messages.at(-1)
  if (!newest) throw new HermesError('run/nothing-to-resume', 'There is nothing to continue: the session is empty.')
  if (finishReason === 'interrupted' && newest.role === 'assistant') {
    // Nothing may come between the parts of an answer.
    await addHookContext(turn, { mayTell: false })
    return runTurn(turn, { partial: textOf(newest.content) })
  }
  if (!isTurnOpen(turn.messages)) return { status: 'completed', text: textOf(newest.content) }
  if (finishReason === 'length') await runTools(turn, openCalls, finishReason)
  else await finishCalls(turn, session)
  turn.mendHistory()
  await addHookContext(turn)
  return runTurn(turn)
}

async function finishCalls(turn: Turn, session: OpenSession): Promise<void> {
  const { openCalls } = session
  const asked = await resultsOfAsked(turn.wiring, turn.context.sessionId, session)
  const isHarmless = ({ function: { name } }: ToolCall) =>
    /^(read|idempotent)$/.test(turn.wiring.tools?.traitsOf?.(name)?.effect ?? 'once')
  for (const call of openCalls.filter((call) => !isHarmless(call))) {
    const known = asked.get(call.id)
    await (known ? turn.store(known) : turn.store(unknownOutcome(call), { finishReason: 'failed' }))
  }
  const again = openCalls.filter(isHarmless)
  if (again.length > 0) await runTools(turn, again)
}

function unknownOutcome({ id, function: { name } }: ToolCall): ToolMessage {
  const content =
    '[Outcome unknown: the program ended while this call was under way. It may or may not have taken effect. Check before you make it again.]'
  return { role: 'tool', tool_call_id: id, name, content }
}
