import { describeError } from '../contracts/errors.js'
import type { ToolCall, ToolMessage } from '../contracts/message.js'
import type { Turn } from './turn.js'

/**
 * Runs the calls of one answer and stores each result when it comes. Every call ends up with exactly one result, also
 * when the turn is interrupted: the error is thrown once the history is whole again.
 */
export async function runTools(turn: Turn, calls: readonly ToolCall[]): Promise<void> {
  const open = new Map(calls.map((call) => [call.id, call]))
  let failure: unknown
  try {
    await execute(turn, calls, open)
  } catch (error) {
    failure = error
  }
  for (const call of open.values()) await turn.store(toUnfinished(turn, call, failure))
  if (failure !== undefined) throw failure
  turn.signal.throwIfAborted()
}

async function execute(turn: Turn, calls: readonly ToolCall[], open: Map<string, ToolCall>): Promise<void> {
  const { tools, hooks } = turn.wiring
  if (!tools) return
  const { id: sessionId } = turn.record
  const context = { sessionId, taskId: turn.taskId, signal: turn.signal, hooks }
  for await (const event of tools.execute(calls, context)) {
    turn.emit(event)
    if (event.type !== 'tool-end' || !open.delete(event.call.id)) continue
    await turn.store(event.message)
  }
}

function toUnfinished(turn: Turn, call: ToolCall, failure: unknown): ToolMessage {
  return { role: 'tool', tool_call_id: call.id, name: call.function.name, content: `[${reasonOf(turn, failure)}]` }
}

function reasonOf(turn: Turn, failure: unknown): string {
  if (turn.signal.aborted) return 'Cancelled: the turn was interrupted'
  if (failure !== undefined) return `No result: ${describeError(failure)}`
  return turn.wiring.tools ? 'No result: the tool executor returned none' : 'No result: this agent has no tools'
}
