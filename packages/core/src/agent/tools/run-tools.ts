import type { ToolEvent } from '../../contracts/calls/tool-event.js'
import { describeError } from '../../contracts/errors/errors.js'
import type { Message, ToolCall, ToolMessage } from '../../contracts/model/message.js'
import type { FinishReason } from '../../contracts/model/usage.js'
import type { ExecuteContext } from '../../contracts/tools/tool.js'
import type { Turn } from '../state/turn.js'

/**
 * Runs the calls of one answer and stores each result when its call ends. A `reason` says that the answer was cut off, and
 * nothing runs. Every call gets exactly one result, in the order of the calls, even when the turn is interrupted: the error
 * is thrown after the results are stored.
 */
export async function runTools(turn: Turn, calls: readonly ToolCall[], reason: FinishReason = 'tool-calls') {
  const results = new Map<string, Message>()
  let failure: unknown
  try {
    await execute(turn, await refuse(turn, calls, { reason, results }), results)
  } catch (error) {
    failure = error
  }
  for (const call of calls.filter(({ id }) => !results.has(id))) {
    results.set(call.id, await turn.storeResult(toResult(call, `[${reasonOf(turn, failure)}]`), true))
  }
  turn.addStored(calls.flatMap(({ id }) => results.get(id) ?? []))
  if (failure !== undefined) throw failure
  turn.signal.throwIfAborted()
}

const cutCall =
  '[Not run: the answer was cut off at its length limit, so the arguments may not be whole. Make the call again in a shorter answer; write long content in several smaller steps.]'

/** Answers the calls that must not run, and returns the others. */
async function refuse(
  turn: Turn,
  calls: readonly ToolCall[],
  { reason, results }: { readonly reason: FinishReason; readonly results: Map<string, Message> },
): Promise<ToolCall[]> {
  const judged = calls.map((call) => ({
    call,
    refusal: turn.guardrail.admit(call) ?? (reason === 'length' ? cutCall : undefined),
  }))
  for (const { call, refusal } of judged) {
    if (refusal === undefined) continue
    results.set(call.id, await turn.storeResult(turn.guardrail.inspect(call, toResult(call, refusal), true), true))
  }
  return judged.filter(({ refusal }) => refusal === undefined).map(({ call }) => call)
}

async function execute(turn: Turn, calls: readonly ToolCall[], results: Map<string, Message>): Promise<void> {
  const { tools } = turn.wiring
  if (!tools || calls.length === 0) return
  await turn.untilResumed()
  for await (const event of tools.execute(calls, toContext(turn))) {
    const shown = event.type === 'tool-end' ? guarded(turn, event) : event
    turn.emit(shown)
    if (shown.type !== 'tool-end' || results.has(shown.call.id)) continue
    results.set(shown.call.id, await turn.storeResult(shown.message, shown.isError))
  }
}

function guarded(turn: Turn, event: Extract<ToolEvent, { type: 'tool-end' }>): typeof event {
  const message = turn.guardrail.inspect(event.call, event.message, event.isError)
  return message === event.message ? event : { ...event, message }
}

function toContext(turn: Turn): ExecuteContext {
  return {
    sessionId: turn.context.sessionId,
    taskId: turn.taskId,
    signal: turn.signal,
    hooks: turn.hooks.tools,
    run: turn.context,
  }
}

function toResult(call: ToolCall, content: string): ToolMessage {
  return { role: 'tool', tool_call_id: call.id, name: call.function.name, content }
}

function reasonOf(turn: Turn, failure: unknown): string {
  if (turn.signal.aborted) return 'Cancelled: the turn was interrupted'
  if (failure !== undefined) return `No result: ${describeError(failure)} It is unknown whether the call took effect.`
  return turn.wiring.tools ? 'No result: the tool executor returned none' : 'No result: this agent has no tools'
}
