import { randomUUID } from 'node:crypto'
import type { Agent, Run, SessionStore } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import type { Context } from 'hono'
import * as z from 'zod'
import type { BackgroundCompression } from '../compression/background-compression.js'
import { errorResponse } from '../error-response.js'
import type { RunSlots } from '../run-slots.js'
import { type ChatRequest, type Conversation, chatRequestSchema, toConversation } from './chat-request.js'
import { streamCompletion, untilStored } from './stream-completion.js'
import { type CompletionIdentity, toCompletion } from './to-completion.js'
import { toFailure } from './to-failure.js'

export interface CompletionServices {
  /** Asked before each turn: settings that have changed count from then on. */
  readonly agentFor: AgentFor
  readonly store: SessionStore
  readonly slots: RunSlots
  readonly modelName: string
  /** Recorded with the sessions that begin here. */
  readonly source: string
  readonly workingDirectory: string
  /** Shortens conversations between their turns. Default: nobody does. */
  readonly compression?: Pick<BackgroundCompression, 'consider' | 'makeWay'>
}

/** Names the session that a request belongs to; without it each request is a session of its own. */
export const sessionHeader = 'X-Hermes-Session-Id'

/** `POST /v1/chat/completions`. */
export async function postCompletion(context: Context, services: CompletionServices): Promise<Response> {
  const parsed = chatRequestSchema.safeParse(await readJson(context))
  if (!parsed.success) return badRequest(`The request is not valid: ${z.prettifyError(parsed.error)}`)
  const conversation = toConversation(parsed.data)
  if (!conversation) return badRequest('The last message must be of the role "user".')
  const sessionId = context.req.header(sessionHeader)
  const refusal = sessionId === undefined ? undefined : await refuseSession(sessionId, services)
  if (refusal) return refusal
  const { agent } = await services.agentFor({})
  const slot = services.slots.take()
  if (!slot)
    return errorResponse(429, 'too_many_runs', 'Too many turns are running: try again later.', { 'retry-after': '5' })
  if (sessionId !== undefined) await services.compression?.makeWay(sessionId)
  const run = startRun(agent, conversation, sessionId, services)
  slot.hold(run)
  context.header(sessionHeader, run.sessionId)
  return answer(context, run, parsed.data, services, () => {
    slot.release()
    services.compression?.consider(run.sessionId)
  })
}

function startRun(
  agent: Agent,
  { input, seed }: Conversation,
  sessionId: string | undefined,
  { source, workingDirectory }: CompletionServices,
): Run {
  return agent.run(input, {
    session: { source, workingDirectory, ...seed },
    ...(sessionId !== undefined && { sessionId }),
  })
}

async function answer(
  context: Context,
  run: Run,
  request: ChatRequest,
  { modelName }: CompletionServices,
  release: () => void,
): Promise<Response> {
  const identity = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: modelName }
  const { signal } = context.req.raw
  const leave = () => run.interrupt('The client closed the connection.')
  signal.addEventListener('abort', leave, { once: true })
  const events = request.stream ? await untilStored(run) : undefined
  if (!events) {
    return answerWhole(context, run, identity).finally(() => {
      signal.removeEventListener('abort', leave)
      release()
    })
  }
  const includeUsage = request.stream_options?.include_usage ?? false
  return streamCompletion(context, run, { events, identity, includeUsage, onEnd: release })
}

async function answerWhole(context: Context, run: Run, identity: CompletionIdentity): Promise<Response> {
  const result = await run.result
  const failure = toFailure(result.outcome)
  if (!failure) return context.json(toCompletion(identity, result))
  return errorResponse(failure.status, failure.code, failure.message, {
    ...failure.headers,
    [sessionHeader]: run.sessionId,
  })
}

/** A key opens the sessions that began here, not those of the terminal or a chat. */
async function refuseSession(id: string, { store, source }: CompletionServices): Promise<Response | undefined> {
  if (!/^[A-Za-z0-9._:@-]{1,128}$/.test(id) || id.includes('..')) {
    return badRequest(`${sessionHeader} must be 1 to 128 letters, digits or one of . _ : @ -`)
  }
  const session = await store.sessions.get(id)
  if (session === undefined || session.source === source) return undefined
  return errorResponse(403, 'foreign_session', `The session "${id}" does not belong to this API.`)
}

async function readJson(context: Context): Promise<unknown> {
  try {
    return await context.req.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function badRequest(message: string): Response {
  return errorResponse(400, 'invalid_request', message)
}
