import type { Question, QuestionAnswer, QuestionDesk } from '@hermes/core/questions'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../../command.js'

export interface AnswerServices {
  readonly questions: Pick<QuestionDesk, 'open' | 'answer'>
  /** Allows a request permanently, or explains why it cannot. Absent: `always` is rejected. */
  readonly allowForGood?: (question: Question) => Promise<unknown>
}

const surfaces = ['chat', 'api', 'rpc', 'editor', 'dashboard'] as const

/** `/approve [session | always | all]`: answers the question of the turn. */
export function approveCommand(services: AnswerServices): Command {
  return {
    name: 'approve',
    usage: '[session | always | all]',
    description: 'approve the pending request',
    category: 'control',
    surfaces,
    complete: async (prefix) =>
      ['session', 'always', 'all'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      if (!['', 'once', 'session', 'always', 'all'].includes(args)) {
        return { type: 'error', text: 'Try /approve, /approve session, /approve always or /approve all.' }
      }
      const waiting = await openApprovals(services, context)
      const asked = args === 'all' ? waiting : waiting.slice(0, 1)
      if (asked.length === 0) return nothingAsked
      if (args === 'always') {
        if (!services.allowForGood) return { type: 'error', text: 'Nothing can be allowed permanently here.' }
        for (const question of asked) await services.allowForGood(question)
      }
      const decision = args === 'session' || args === 'always' ? args : 'once'
      return answerAll(asked, { decision }, services, context)
    },
  }
}

/** `/deny [reason]`: denies the request of the turn. */
export function denyCommand(services: AnswerServices): Command {
  return {
    name: 'deny',
    usage: '[reason]',
    description: 'deny the pending request, optionally with a reason',
    category: 'control',
    surfaces,
    async run(args, context) {
      const [question] = await openApprovals(services, context)
      if (!question) return nothingAsked
      const answer: QuestionAnswer = { decision: 'deny', ...(args !== '' && { reason: args }) }
      return answerAll([question], answer, services, context)
    },
  }
}

const nothingAsked: CommandOutcome = { type: 'text', text: 'Nothing is asked.' }

/** Returns the open approvals, oldest first. */
async function openApprovals(
  { questions }: AnswerServices,
  { conversation }: CommandContext,
): Promise<readonly Question[]> {
  const open = await questions.open({ rootSessionId: conversation.id })
  return open.filter(({ kind }) => kind === 'approval')
}

async function answerAll(
  asked: readonly Question[],
  answer: QuestionAnswer,
  { questions }: AnswerServices,
  { surface }: CommandContext,
): Promise<CommandOutcome> {
  for (const { id } of asked) {
    const { accepted } = await questions.answer(id, answer, surface.name ?? surface.kind)
    if (!accepted) return { type: 'error', text: 'The question was already settled: your answer came too late.' }
  }
  const verb = 'decision' in answer && answer.decision === 'deny' ? 'Refused' : 'Allowed'
  return { type: 'text', text: `${verb}: ${asked.map(({ text }) => `\`${text.replaceAll('`', "'")}\``).join(', ')}` }
}
