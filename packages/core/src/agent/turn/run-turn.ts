import type { ToolCall } from '../../contracts/model/message.js'
import type { FinishReason } from '../../contracts/model/usage.js'
import type { TurnOutcome } from '../../contracts/turn/event.js'
import { notFromUser } from '../../transcript/not-from-user.js'
import { compressIfNeeded } from '../compression/compress.js'
import { callModel } from '../model/call-model.js'
import { continuePartial } from '../model/continue-partial.js'
import type { Turn } from '../state/turn.js'
import { runTools } from '../tools/run-tools.js'
import { deliverSteer } from './deliver-steer.js'
import { halt } from './halt.js'
import { summarizeUnfinished } from './summarize-unfinished.js'

export interface ResumedAnswer {
  /** The stored part of the answer that the model must continue. */
  readonly partial?: string
}

/**
 * Runs a turn: the model answers, or calls tools and reads their results, until it answers, repeats itself or the budget is
 * used up. The user's message is already stored. Throws when the turn fails or `turn.signal` is aborted.
 */
export async function runTurn(turn: Turn, { partial }: ResumedAnswer = {}): Promise<TurnOutcome> {
  let begun = partial
  for (;;) {
    await turn.untilResumed()
    if (!turn.budget.take()) return summarizeUnfinished(turn)
    await compressIfNeeded(turn)
    const isRest = begun !== undefined
    const { message, reason, text } = await (begun === undefined ? callModel(turn) : continuePartial(turn, begun))
    begun = undefined
    if (isRest) await turn.storeRest(message, { finishReason: reason })
    else await turn.store(message, { finishReason: reason })
    if (!message.tool_calls) {
      const outcome = completed(text, reason)
      if ((await goesOn(turn, outcome)) || (await readsSteer(turn))) continue
      return outcome
    }
    await runTools(turn, message.tool_calls, reason)
    if (turn.guardrail.halt) return halt(turn, turn.guardrail.halt)
    // Input for a paused run is read first when it resumes.
    await turn.untilResumed()
    await deliverSteer(turn)
    if (isFree(turn, message.tool_calls)) turn.budget.refund()
  }
}

/** Asks the hooks whether the answer may end the turn. @returns whether the turn continues. */
async function goesOn(turn: Turn, outcome: Completed): Promise<boolean> {
  if (outcome.isTruncated) return false
  const { sessionId } = turn.context
  const content = await turn.hooks.pre_verify({ sessionId, messages: turn.messages, outcome })
  // The answer is stored and complete: an interrupt that comes now only prevents the turn from continuing.
  if (!content || turn.signal.aborted) return false
  await turn.store({ role: 'user', content: `${notFromUser('the turn goes on.')}\n${content}` })
  const [line = ''] = content.split('\n')
  turn.notify('turn-goes-on', line)
  return true
}

/**
 * Extends the turn with steers that came during the answer, if they ask for it.
 * @returns whether the turn continues.
 */
async function readsSteer(turn: Turn): Promise<boolean> {
  if (!turn.control.isExtended()) return false
  // The answer is complete, as above, and no further call is allowed.
  if (turn.signal.aborted || turn.budget.exhausted()) return false
  await deliverSteer(turn)
  return true
}

type Completed = Extract<TurnOutcome, { readonly status: 'completed' }>

function completed(text: string, reason: FinishReason): Completed {
  return { status: 'completed', text, ...(reason === 'length' && { isTruncated: true }) }
}

/** Whether all calls of an answer are calls of tools that declare themselves free of budget. */
function isFree({ wiring: { tools } }: Turn, calls: readonly ToolCall[]): boolean {
  return calls.every((call) => tools?.traitsOf?.(call.function.name)?.isFreeOfBudget === true)
}
