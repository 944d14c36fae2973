import type { Context } from 'hono'
import * as z from 'zod'
import { checkScope } from '../access/require-scope.js'
import { contentSchema, toContent } from '../input/agent-input.js'
import { keepInput } from '../input/keep-input.js'
import { modelFields } from '../models/model-fields.js'
import { callerOf } from '../request/caller.js'
import { idempotencyHeader } from '../request/idempotency-key.js'
import { metadataSchema } from '../request/metadata-schema.js'
import { readBody } from '../request/read-body.js'
import { toRequestError } from '../request/request-error.js'
import { requireOwnSession } from '../request/require-session.js'
import { sessionHeader } from '../request/session-header.js'
import { requireEnd } from '../runs/elsewhere/require-end.js'
import type { RunRecord } from '../runs/record/run-record.js'
import { toRunObject } from '../runs/run-object.js'
import { leaveWithClient } from '../runs/start/leave-with-client.js'
import type { RunState } from '../runs/start/run-state.js'
import { startOnce } from '../runs/start/start-once.js'
import type { RunServices, Started } from '../runs/start/start-run.js'
import { streamRun } from '../runs/stream-run.js'
import type { ChatRun } from './session-schemas.js'
import { streamChat } from './stream-chat.js'

export const chatSchema = z.object({
  ...modelFields,
  message: contentSchema,
  /** Whether the client answers questions of the agent. Default: false, in which case they get their default answer at once. */
  interactive: z.boolean().default(false),
  metadata: metadataSchema.nullish(),
})

/** Handles `POST /api/sessions/ID/chat`: a run in the session, answered when it has ended. */
export async function chat(context: Context, services: RunServices): Promise<Response> {
  const started = await beginChat(context, services, { isStreamed: false })
  const { run, end } = await requireEnd(context, started, services)
  if ('live' in started && end.error) throw toRequestError(end.error)
  return context.json(toAnswer(run, { status: end.status, end }))
}

/** Handles `POST /api/sessions/ID/chat/stream`: the same run, as a stream of its events. */
export async function chatStream(context: Context, services: RunServices): Promise<Response> {
  const run = await beginChat(context, services, { isStreamed: true })
  if ('live' in run) return streamChat(context, run.live, services)
  return streamRun(context, run.earlier, services, { after: undefined, answers: false })
}

async function beginChat(
  context: Context,
  services: RunServices,
  { isStreamed }: { readonly isStreamed: boolean },
): Promise<Started> {
  const body = await readBody(context, chatSchema)
  if (body.interactive) checkScope(context.get('apiKey'), 'answer')
  const caller = callerOf(context, context.req.query('user'))
  const session = await requireOwnSession(context.req.param('id') ?? '', caller, services)
  context.header(sessionHeader, session.id)
  // The client can request its answer again only with a key.
  const endsWithClient = context.req.header(idempotencyHeader) === undefined
  const request = { ...body, session: session.id }
  const started = await startOnce(context, { prefix: 'run', caller, body: request }, services, async () => {
    const asked = await services.models.choose(body, { key: context.get('apiKey'), isNative: true })
    const given = { content: toContent(body.message), seed: { history: [] } }
    const kept = await keepInput(given, { id: session.id }, { caller, param: 'message' }, services)
    return {
      caller,
      ...kept,
      asked,
      echoed: { metadata: body.metadata ?? {} },
      answers: body.interactive,
      endsWithClient,
      isStreamed,
    }
  })
  if (endsWithClient && 'live' in started) leaveWithClient(context, started.live)
  return started
}

function toAnswer(run: RunRecord, state: RunState): ChatRun {
  const shown = toRunObject(run, state)
  return { ...shown, message: { role: 'assistant', content: shown.output } }
}
