import type { Question } from '../contracts/question.js'
import type { Outcome } from '../contracts/question-desk.js'

/** How a question ended, in one sentence for people. Texts of a model and of answers are in it as they are. */
export function describeEnd({ state, answer, answeredBy }: Question): string {
  if (state === 'expired') return 'No answer came in time.'
  if (state !== 'answered' || !answer) return 'The question was withdrawn.'
  return `It was answered by ${answeredBy}: ${'decision' in answer ? answer.decision : answer.text}`
}

/** What a run goes on without, in one sentence for people. */
export function describeUnanswered({ status, question }: Outcome): string {
  const { kind, tool, text, workingDirectory, id } = question
  const why = status === 'nobody' ? 'no one could be asked' : `question ${id} was not answered in time`
  if (kind === 'clarification') return `The agent goes on without an answer, since ${why}: ${shortened(text)}`
  const where = workingDirectory === undefined ? '' : ` in ${workingDirectory}`
  return `Not run, since ${why}: ${tool ?? 'a call'}${where}: ${shortened(text)}`
}

const longest = 300

/** A notice names what it is about. Nothing is decided on it. */
function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
