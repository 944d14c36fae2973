import type { Submission, SubmissionEnd } from '@hermes/conversations'
import { textOf } from '@hermes/core'
import type { PayloadOf } from '../../schemas/events.js'
import type { ResultOf } from '../../schemas/methods.js'
import type { Handlers, MethodContext } from '../connection/client-connection.js'
import { rpcFailure } from '../connection/rpc-failure.js'
import { toFailure } from '../events/to-failure.js'
import { toQuestion } from '../events/to-question.js'
import { answerQuestion } from '../live/answer-question.js'
import type { LiveSession } from '../live/live-session.js'

/** Methods for prompts and answers to questions. */
export const promptMethods = {
  async 'prompt.submit'({ sessionId, ...input }, context) {
    const session = context.client.session(sessionId)
    const isCommand = input.as !== 'message' && textOf(input.content).startsWith('/')
    const content = isCommand ? input.content : await session.withSkills(input.content)
    return accepted(session, session.conversation.submit({ ...input, content }, context.host.sender), context)
  },
  'session.steer'({ sessionId, text }, context) {
    const session = context.client.session(sessionId)
    const input = { content: text, as: 'message', whenBusy: 'steer' } as const
    return accepted(session, session.conversation.submit(input, context.host.sender), context)
  },
  'session.continue'({ sessionId }, context) {
    const session = context.client.session(sessionId)
    return accepted(session, session.conversation.continue(context.host.sender), context)
  },
  async 'prompt.cancel'({ sessionId, submissionId }, { client }) {
    const submission = client.session(sessionId).submissions.get(submissionId)
    return { isCancelled: (await submission?.cancel('It was canceled.')) ?? false }
  },
  'question.list': ({ sessionId }, { client }) => ({
    questions: client.session(sessionId).questions.all().map(toQuestion),
  }),
  async 'approval.respond'({ sessionId, requestId, choice, reason }, { client }) {
    const { workspace, question } = open(client.session(sessionId), requestId)
    const isDenied = choice === 'deny'
    const denied = { decision: 'deny', ...(reason !== undefined && { reason }) } as const
    return { isAccepted: await answerQuestion(workspace, question, isDenied ? denied : { decision: choice }) }
  },
  async 'clarify.respond'({ sessionId, requestId, answer }, { client }) {
    const { workspace, question } = open(client.session(sessionId), requestId)
    return { isAccepted: await answerQuestion(workspace, question, { text: answer }) }
  },
} satisfies Partial<Handlers>

function open(session: LiveSession, id: string) {
  const question = session.questions.get(id)
  if (!question) throw rpcFailure('notFound', `The question "${id}" is not open any more.`)
  return { workspace: session.workspace, question }
}

/** Returns the answer to a prompt. Its end follows as an event. */
async function accepted(
  session: LiveSession,
  submission: Submission,
  { client, after }: MethodContext,
): Promise<ResultOf<'prompt.submit'>> {
  session.keep(submission)
  const acceptance = await submission.accepted
  if (acceptance.as === 'refused' && acceptance.reason === 'busy') throw rpcFailure('busy', acceptance.message)
  after(() => {
    void submission.ended.then((end) => client.send('prompt.end', toPromptEnd(submission.id, end), session.id))
  })
  return { submissionId: submission.id, acceptance }
}

function toPromptEnd(submissionId: string, end: SubmissionEnd): PayloadOf<'prompt.end'> {
  return {
    submissionId,
    status: end.status,
    ...('turnId' in end && { turnId: end.turnId }),
    ...(end.status === 'failed' && { error: toFailure(end.error) }),
    ...(end.status === 'refused' && { error: { code: end.reason, message: end.message } }),
  }
}
