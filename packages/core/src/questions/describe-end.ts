import type { Outcome } from '../contracts/agent/question-desk.js'
import type { Question } from '../contracts/sessions/question.js'

/** Describes in one sentence how a question ended. Texts from the model and from answers are included unescaped. */
export function describeEnd({ state, answer, answeredBy }: Question): string {
  if (state === 'expired') return 'No answer came in time.'
  if (state !== 'answered' || !answer) return 'The question was withdrawn.'
  return `It was answered by ${answeredBy}: ${'decision' in answer ? answer.decision : answer.text}`
}

/** Describes in one sentence why a run continues without an answer. */
export function describeUnanswered({ status, question }: Outcome): string {
  const { kind, tool, text, workingDirectory, id, defaultAnswer } = question
  const why = status === 'unattended' ? 'no one could be asked' : `question ${id} was not answered in time`
  if (defaultAnswer && 'text' in defaultAnswer)
    return `"${defaultAnswer.text}" was assumed because ${why}: ${shortened(text)}`
  if (kind === 'clarification') return `The agent continues without an answer because ${why}: ${shortened(text)}`
  const where = workingDirectory === undefined ? '' : ` in ${workingDirectory}`
  return `Not run because ${why}: ${tool ?? 'a call'}${where}: ${shortened(text)}`
}

const longest = 300

/** Shortens a text for display only: no decision depends on it. */
function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
