import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { checkScope, requireScope } from '../access/require-scope.js'
import { inputSchema, toAgentInput } from '../input/agent-input.js'
import { keepInput } from '../input/keep-input.js'
import { modelFields } from '../models/model-fields.js'
import { answerQuestion } from '../questions/answer-question.js'
import { answerSchema } from '../questions/question-answer.js'
import { toQuestionObject } from '../questions/question-object.js'
import type { AnswerReceiptObject } from '../questions/question-schemas.js'
import { callerOf } from '../request/caller.js'
import { metadataSchema } from '../request/metadata-schema.js'
import { readBody } from '../request/read-body.js'
import { badRequest, RequestError } from '../request/request-error.js'
import { sessionHeader } from '../request/session-header.js'
import type { SteerReceipt } from './events/run-schemas.js'
import { giveOrder } from './orders/give-order.js'
import { resolveReferences } from './output/resolve-references.js'
import { requireRun } from './record/require-run.js'
import type { RunRecord } from './record/run-record.js'
import { toRunObject } from './run-object.js'
import { runPlace } from './start/run-place.js'
import { runState } from './start/run-state.js'
import { startOnce } from './start/start-once.js'
import type { RunServices } from './start/start-run.js'
import { streamRun } from './stream-run.js'

export const newRunSchema = z.object({
  ...modelFields,
  input: inputSchema,
  instructions: z.string().nullish(),
  session_id: z.string().nullish(),
  /** The name of a conversation of this user. Each run with it continues the same session. */
  conversation: z.string().min(1).max(256).nullish(),
  user: z.string().min(1).max(200).nullish(),
  /** Whether the client answers questions of the agent. Default: false, in which case they get their default answer at once. */
  interactive: z.boolean().default(false),
  metadata: metadataSchema.nullish(),
})

export const steerSchema = z.object({ text: z.string().min(1) })
export const approvalSchema = z.object({ question_id: z.string().exactOptional(), answer: answerSchema })

/** Serves `/v1/runs`: turns that continue without their client. */
export function runRoutes(services: RunServices): Hono {
  const routes = new Hono()
  const ownRun = (context: Context) =>
    requireRun(context.req.param('id') ?? '', callerOf(context, context.req.query('user')), services)
  routes.post('/', async (context) => {
    const { run, isNew } = await postRun(context, services)
    context.header(sessionHeader, run.sessionId)
    return context.json(toRunObject(run, await runState(run, services)), isNew ? 202 : 200)
  })
  routes.get('/:id', async (context) => {
    const run = await ownRun(context)
    return context.json(toRunObject(run, await runState(run, services)))
  })
  routes.get('/:id/events', async (context) => {
    const run = await ownRun(context)
    const answers = context.req.query('answers') === 'true'
    if (answers) checkScope(context.get('apiKey'), 'answer')
    return streamRun(context, run, services, { after: lastEventId(context), answers })
  })
  routes.post('/:id/stop', async (context) => {
    const run = await ownRun(context)
    const outcome = await giveOrder(run, { kind: 'stop', reason: 'The client stopped the run.' }, services)
    const settled = (await services.runs.get(run.id)) ?? run
    if (outcome === 'refused') throw await notRunning(settled, services)
    return context.json(toRunObject(settled, await runState(settled, services)))
  })
  routes.post('/:id/steer', async (context) => {
    const { text } = await readBody(context, steerSchema)
    const run = await ownRun(context)
    const outcome = await giveOrder(run, { kind: 'steer', text }, services)
    if (outcome === 'refused') throw await notRunning((await services.runs.get(run.id)) ?? run, services)
    return context.json({ id: run.id, accepted: true, queued: false } satisfies SteerReceipt)
  })
  routes.post('/:id/approval', requireScope('answer'), async (context) => {
    const { question_id: id, answer } = await readBody(context, approvalSchema)
    const run = await ownRun(context)
    const state = await runState(run, services)
    const question = state.status === 'waiting' ? state.question : undefined
    if (!question || (id !== undefined && id !== question.id)) {
      throw new RequestError(409, 'no_question', 'The run does not wait for an answer to this question.')
    }
    const receipt = await answerQuestion(question, answer, services)
    return context.json({
      accepted: receipt.accepted,
      question: toQuestionObject(receipt.question),
    } satisfies AnswerReceiptObject)
  })
  return routes
}

async function postRun(context: Context, services: RunServices): Promise<{ run: RunRecord; isNew: boolean }> {
  const sent = await readBody(context, newRunSchema)
  const sessionId = context.req.header(sessionHeader)
  const isPlaced = sessionId === undefined || Boolean(sent.session_id || sent.conversation)
  const body = isPlaced ? sent : { ...sent, session_id: sessionId }
  if (body.interactive) checkScope(context.get('apiKey'), 'answer')
  const caller = callerOf(context, body.user)
  const input = toAgentInput(await resolveReferences(body.input, caller, services), body.instructions)
  if (!input) throw badRequest('The last message of \'input\' must have the role "user".', 'input')
  const started = await startOnce(context, { prefix: 'run', caller, body }, services, async ({ newSessionId }) => {
    const place = await runPlace(body, caller, services, newSessionId)
    const asked = await services.models.choose(body, { key: context.get('apiKey'), isNative: true })
    const kept = await keepInput(input, place, { caller, param: 'input' }, services)
    return { caller, ...kept, asked, echoed: { metadata: body.metadata ?? {} }, answers: body.interactive }
  })
  return 'live' in started ? { run: started.live.record, isNew: true } : { run: started.earlier, isNew: false }
}

async function notRunning(run: RunRecord, services: RunServices): Promise<RequestError> {
  const state = await runState(run, services)
  const what = 'end' in state ? `has ended: it is ${state.status}` : whyNot[state.status]
  return new RequestError(409, 'not_running', `The run "${run.id}" ${what}.`)
}

const whyNot = {
  queued: 'has not begun',
  waiting: 'waits for an answer',
  running: 'is about to end, or another process runs it',
} as const

/** Returns the id of the last event. `0` comes before every event, so it means the same as none. */
function lastEventId(context: Context): number | undefined {
  const given = context.req.header('last-event-id')
  return given !== undefined && /^[1-9]\d{0,15}$/.test(given) ? Number(given) : undefined
}
