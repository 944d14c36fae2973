import { type Context, Hono } from 'hono'
import { giveInstructions } from '../conversations/create-conversation.js'
import { toAgentInput } from '../input/agent-input.js'
import { keepInput } from '../input/keep-input.js'
import { pageOfItems } from '../items/page-of-items.js'
import { callerOf } from '../request/caller.js'
import type { Deleted } from '../request/deleted-schema.js'
import { idempotencyHeader } from '../request/idempotency-key.js'
import { readBody } from '../request/read-body.js'
import { badRequest, RequestError, toRequestError } from '../request/request-error.js'
import { sessionHeader } from '../request/session-header.js'
import { endOf, requireEnd } from '../runs/elsewhere/require-end.js'
import { giveOrder } from '../runs/orders/give-order.js'
import { resolveReferences } from '../runs/output/resolve-references.js'
import { requireRun } from '../runs/record/require-run.js'
import type { RunRecord } from '../runs/record/run-record.js'
import { leaveWithClient } from '../runs/start/leave-with-client.js'
import { runPlace } from '../runs/start/run-place.js'
import { runState } from '../runs/start/run-state.js'
import { startOnce } from '../runs/start/start-once.js'
import type { NewRun, RunServices, Started } from '../runs/start/start-run.js'
import { Continuation } from './continuation.js'
import { inputItems } from './input-items.js'
import { type Following, sessionAfter } from './previous-response.js'
import { toResponseObject } from './response-object.js'
import { type ResponseRequest, responseRequestSchema } from './response-request.js'
import { streamResponse } from './stream-response.js'

// A repetition has different events than the first stream, so their numbers refer to no position in it.
const noResuming = "'starting_after' is not supported: a stream of an earlier response has its texts as a whole."

/** Serves `/v1/responses`: the answers of turns, each of which can be continued. */
export function responseRoutes(services: RunServices): Hono {
  const routes = new Hono()
  const ownResponse = (context: Context) =>
    requireRun(context.req.param('id') ?? '', callerOf(context, context.req.query('user')), services, 'response')
  routes.post('/', (context) => postResponse(context, services))
  routes.get('/:id', async (context) => {
    const run = await ownResponse(context)
    if (context.req.query('stream') !== 'true') return context.json(await current(run, services))
    if (context.req.query('starting_after') !== undefined) throw badRequest(noResuming, 'starting_after')
    return streamStarted(context, { earlier: run }, services)
  })
  routes.get('/:id/input_items', async (context) =>
    context.json(pageOfItems(context, await inputItems(await ownResponse(context), services))),
  )
  routes.delete('/:id', async (context) => {
    const run = await ownResponse(context)
    const { id } = run
    if (!('end' in (await runState(run, services)))) {
      throw new RequestError(409, 'response_running', `The response "${id}" has not ended: cancel it first.`)
    }
    await services.runs.remove(id)
    return context.json({ id, object: 'response', deleted: true } satisfies Deleted)
  })
  routes.post('/:id/cancel', async (context) => {
    const run = await ownResponse(context)
    await giveOrder(run, { kind: 'stop', reason: 'The client cancelled the response.' }, services)
    return context.json(await current(run, services))
  })
  return routes
}

async function postResponse(context: Context, services: RunServices): Promise<Response> {
  const body = await readBody(context, responseRequestSchema)
  const caller = callerOf(context, body.user)
  const sessionId = context.req.header(sessionHeader)
  const { signal } = context.req.raw
  const request = sessionId === undefined ? body : { ...body, session: sessionId }
  // The client can request its answer again only with a key.
  const endsWithClient = !body.background && context.req.header(idempotencyHeader) === undefined
  const continuation = new Continuation(services.runs)
  const starting = startOnce(context, { prefix: 'resp', caller, body: request }, services, async (identity) => {
    const asked = await services.models.choose(body, { key: context.get('apiKey'), isNative: false })
    const run = await newRun(body, { caller, sessionId, identity, continuation, signal }, services)
    return { ...run, asked, endsWithClient }
  })
  const started = await starting.catch(async (error: unknown) => {
    await continuation.abandon()
    throw error
  })
  const run = 'live' in started ? started.live.record : started.earlier
  context.header(sessionHeader, run.sessionId)
  if (endsWithClient && 'live' in started) leaveWithClient(context, started.live)
  if (body.stream) return streamStarted(context, started, services)
  if (body.background && 'live' in started) return context.json(await current(run, services))
  return answerWhole(context, started, services)
}

interface Asking extends Following {
  /** The session of the header, which counts if the request names no other place. */
  readonly sessionId: string | undefined
}

async function newRun(body: ResponseRequest, asking: Asking, services: RunServices) {
  const { caller, sessionId, identity } = asking
  const input = toAgentInput(await resolveReferences(body.input, caller, services), body.instructions)
  if (!input) throw badRequest('The last message of \'input\' must have the role "user".', 'input')
  const name = typeof body.conversation === 'object' ? body.conversation?.id : body.conversation
  if (body.previous_response_id && name) {
    throw badRequest("'previous_response_id' and 'conversation' exclude each other.", 'conversation')
  }
  const isKept = body.store !== false
  if (body.background && !isKept) throw badRequest("A 'background' response must be stored.", 'store')
  const place = body.previous_response_id
    ? { id: await sessionAfter(body.previous_response_id, asking, services) }
    : await runPlace(name ? { conversation: name } : { session_id: sessionId }, caller, services, identity.newSessionId)
  const { instructions } = input.seed
  if (name && instructions !== undefined) await giveInstructions(name, instructions, caller, services)
  return {
    caller,
    ...(await keepInput(input, place, { caller, param: 'input' }, services)),
    isKept,
    isStreamed: body.stream === true,
    answers: false,
    echoed: {
      store: isKept,
      background: body.background === true,
      metadata: body.metadata ?? {},
      ...(body.instructions && { instructions: body.instructions }),
      ...(body.previous_response_id && { previous_response_id: body.previous_response_id }),
      ...(name && { conversation: name }),
    },
  } satisfies Omit<NewRun, 'id' | 'fingerprint' | 'asked'>
}

/** Streams a started response. A request that repeats an earlier one gets its texts once it has ended. */
function streamStarted(context: Context, started: Started, services: RunServices): Response {
  const run = 'live' in started ? started.live : { record: started.earlier }
  const whenEnded = async () => (await endOf(started, services, context.req.raw.signal))?.end
  return streamResponse(context, { ...run, whenEnded }, services)
}

async function answerWhole(context: Context, started: Started, services: RunServices): Promise<Response> {
  const { run, end } = await requireEnd(context, started, services)
  if ('live' in started && end.error) throw toRequestError(end.error)
  return context.json(toResponseObject(run, { status: end.status, end }, services.modelName))
}

async function current({ id }: RunRecord, services: RunServices) {
  const run = await services.runs.get(id)
  if (!run) throw new RequestError(404, 'not_found', `There is no response "${id}".`)
  return toResponseObject(run, await runState(run, services), services.modelName)
}
