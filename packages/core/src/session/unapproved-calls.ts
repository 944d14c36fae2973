import type { ToolCall, ToolMessage } from '../contracts/message.js'
import type { Question, QuestionTable } from '../contracts/question.js'
import type { SessionId } from '../contracts/session-id.js'
import type { Wiring } from './wiring.js'

export interface CutAnswer {
  readonly openCalls: readonly ToolCall[]
  /** When the answer with these calls was stored. */
  readonly answeredAtMs?: number
}

/**
 * The ids of the open calls that cannot have run, because a person was asked about them and did not allow them. A question that is still
 * open is withdrawn: the process that waits for its answer is gone or has lost the conversation, and must not get one any more.
 */
export async function unapprovedCalls(
  { store: { questions }, services }: Wiring,
  sessionId: SessionId,
  { openCalls, answeredAtMs = 0 }: CutAnswer,
): Promise<ReadonlySet<string>> {
  const unapproved = new Set<string>()
  if (!questions) return unapproved
  for (const { id, function: called } of openCalls) {
    const asked = await questions.find({ sessionId, callId: id })
    // Later answers of some providers use the same ids again, as do agents of other programs that this call delegates to.
    const newest = asked.findLast(({ tool, createdAtMs }) => tool === called.name && createdAtMs >= answeredAtMs)
    if (newest && (await endsUnapproved(questions, newest, services.now()))) unapproved.add(id)
  }
  return unapproved
}

/** An approval that was not used may still be: its process may only have been suspended. */
async function endsUnapproved(table: QuestionTable, question: Question, atMs: number): Promise<boolean> {
  const isOpen = question.state === 'open'
  const ended = isOpen ? await table.settle(question.id, { state: 'withdrawn', atMs }) : question
  if (ended?.state !== 'answered') return ended !== undefined
  return ended.answer !== undefined && 'decision' in ended.answer && ended.answer.decision === 'deny'
}

/** The result of a call that {@link unapprovedCalls} has found. */
export function toUnapprovedResult({ id, function: { name } }: ToolCall): ToolMessage {
  const content =
    '[Not run: the program ended before this call was approved, and nothing was done. Make the call again if it is still needed: the user is then asked again.]'
  return { role: 'tool', tool_call_id: id, name, content }
}
