import type { ToolCall, ToolMessage } from '../contracts/model/message.js'
import type { Question, QuestionTable } from '../contracts/sessions/question.js'
import type { SessionId } from '../contracts/values/session-id.js'
import type { Wiring } from './wiring.js'

export interface CutAnswer {
  readonly openCalls: readonly ToolCall[]
  /** When the answer with these calls was stored. */
  readonly answeredAtMs?: number
}

/**
 * Returns the results, by call id, of open calls whose outcome follows from a question. A call that a person was asked about and did not
 * allow has not run, and a call that asked a person has their answer, or none. A question that is still open is withdrawn: the process that
 * waits for its answer has ended or lost the conversation, and must no longer get one.
 */
export async function resultsOfAsked(
  { store: { questions }, services }: Wiring,
  sessionId: SessionId,
  { openCalls, answeredAtMs = 0 }: CutAnswer,
): Promise<ReadonlyMap<string, ToolMessage>> {
  const results = new Map<string, ToolMessage>()
  if (!questions) return results
  for (const call of openCalls) {
    const asked = await questions.find({ sessionId, callId: call.id })
    // Some providers reuse ids in later answers.
    const newest = asked.findLast((question) => isAbout(question, call) && question.createdAtMs >= answeredAtMs)
    const content = newest && (await resultOf(newest, questions, services.now()))
    if (content !== undefined) {
      results.set(call.id, { role: 'tool', tool_call_id: call.id, name: call.function.name, content })
    }
  }
  return results
}

/**
 * Whether a question is about a call. Agents of other programs that a call delegates to use its id as well, for
 * approvals of their tools.
 */
function isAbout({ kind, tool }: Question, { function: { name } }: ToolCall): boolean {
  return kind === 'clarification' || tool === name
}

async function resultOf(question: Question, table: QuestionTable, atMs: number): Promise<string | undefined> {
  const { id, kind } = question
  const withdrawn = question.state === 'open' ? await table.settle(id, { state: 'withdrawn', atMs }) : question
  // It may have been answered just now.
  const ended = withdrawn ?? (await table.get(id))
  const answer = ended?.state === 'answered' ? ended.answer : undefined
  if (kind === 'approval') return answer && !isDenial(answer) ? undefined : notRun
  if (!answer || !('text' in answer)) return notAnswered
  // Consumed, so that an identical question gets its own answer.
  await table.take(id, atMs)
  return answer.text.trim() === '' ? leftToTheAgent : `The user answered: ${answer.text}`
}

/**
 * Whether an answer denies the call. An approval that was not used may still be: its process may only have been
 * suspended.
 */
function isDenial(answer: NonNullable<Question['answer']>): boolean {
  return 'decision' in answer && answer.decision === 'deny'
}

const notRun =
  '[Not run: the program ended before this call was approved, and nothing was done. Make the call again if it is still needed: the user is then asked again.]'
const notAnswered =
  '[Not answered: the program ended before the user had answered. Make the call again if the answer is still needed: the user is then asked again.]'
const leftToTheAgent = '[The user left the decision to you: decide yourself, and say what you assumed.]'
