import { HermesError } from '@hermes/core'
import { type AnswerReceipt, describeEnd, type Question, type QuestionAnswer } from '@hermes/core/questions'
import { isStartedByAgent } from '@hermes/environments'
import { allowForGood, canAllowForGood } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { readClarification } from '../../chat/read-answer.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { findHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'
import { findQuestion } from './find-question.js'
import { toQuestionRow } from './question-row.js'
import { withDesk } from './with-desk.js'

/** `hermes questions answer QUESTION ANSWER` */
export const answerQuestion: CommandHandler = async (context) => {
  refuseAgent(context)
  const {
    io,
    values,
    parameters: [reference = '', ...words],
  } = context
  const { accepted, question } = await withDesk(context, async (home) => {
    const found = await findQuestion(home, reference)
    const isForGood = found.kind === 'approval' && words.join(' ') === 'always'
    if (isForGood) requireForGood(found)
    const receipt = await home.desk.answer(found.id, isForGood ? { decision: 'always' } : toAnswer(found, words), 'cli')
    if (isForGood && receipt.accepted) await allowForGood(findHome(context), found)
    return receipt
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify({ accepted, ...toQuestionRow(question) }, undefined, 2))
  if (!accepted) throw tooLate(question)
  if (!values.json) await writeLine(io.stderr, io.t`Question ${question.id} is answered.`)
  return exitCode.ok
}

/** Processes started by the agent must not answer questions about the agent. */
function refuseAgent({ io: { env } }: CommandContext): void {
  if (!isStartedByAgent(env)) return
  throw new HermesError('question/asked-itself', 'This was started by the agent, and questions are answered by people.')
}

function requireForGood({ id, reasons }: Question): void {
  if (canAllowForGood({ kind: 'approval', reasons })) return
  throw new UsageError(`Question ${id} cannot be allowed permanently: answer once, session, or deny with a reason.`)
}

function toAnswer(question: Question, words: readonly string[]): QuestionAnswer {
  const text = words.join(' ').trim()
  if (question.kind === 'clarification') return readClarification(question, text)
  const [decision = '', ...rest] = text.split(/\s+/)
  const reason = rest.join(' ')
  if (decision === 'deny') return { decision, ...(reason !== '' && { reason }) }
  if ((decision === 'once' || decision === 'session') && reason === '') return { decision }
  throw new UsageError(`Question ${question.id} is an approval: answer once, session, always, or deny with a reason.`)
}

function tooLate(question: AnswerReceipt['question']): HermesError {
  return new HermesError(
    'question/too-late',
    `Question ${question.id} has already ended. ${oneLine(describeEnd(question))}`,
  )
}
