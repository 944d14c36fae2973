import { randomUUID } from 'node:crypto'
import type { Conversation, Conversations, Sender, Submission } from '@hermes/conversations'
import type { SessionStore } from '@hermes/core'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { RequestLimit } from '../access/limit-requests.js'
import { errorBody, errorResponse } from '../error-response.js'
import { answerOf } from './answer-of.js'
import { type ChatInput, type ChatRequest, chatRequestSchema, toChatInput } from './chat-request.js'
import { describeProblem } from './describe-problem.js'
import { streamAnswer, streamCompletion, untilStored } from './stream-completion.js'
import { type CompletionIdentity, toCompletion } from './to-completion.js'
import { turnEvents } from './turn-events.js'

export interface CompletionServices {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly limit: RequestLimit
  readonly modelName: string
  /** Stored with the sessions that are created here. */
  readonly source: string
  readonly workingDirectory: string
  /** See {@link streamCompletion}. */
  readonly keepAliveMs?: number
}

/** Names the session of a request. Without it, each request creates a session. */
export const sessionHeader = 'X-Hermes-Session-Id'
/** `true`: a message that starts with `/` is a command. Without it, every message goes to the agent. */
export const commandsHeader = 'X-Hermes-Commands'
/** A repeated request with the same key and session gets the answer of the first one. */
export const idempotencyHeader = 'Idempotency-Key'

/** The holder of the server's key, or a person that a client with the key speaks for, who has the rights of a user only. */
function toSender(userId: string | undefined): Sender {
  return { person: { id: userId ?? 'api', role: userId === undefined ? 'admin' : 'user' }, surface: { kind: 'api' } }
}

/** `POST /v1/chat/completions`. */
export async function postCompletion(context: Context, services: CompletionServices): Promise<Response> {
  const body = await readJson(context)
  if (body === undefined) return badRequest('The request body is not valid JSON.')
  const parsed = chatRequestSchema.safeParse(body, { reportInput: true })
  if (!parsed.success) return invalidBody(parsed.error)
  const input = toChatInput(parsed.data)
  if (!input) return badRequest('The last item of \'messages\' must have the role "user".', 'messages')
  const key = context.req.header(idempotencyHeader)
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    return badRequest(`${idempotencyHeader} must be 1 to 255 visible ASCII characters.`)
  }
  const userId = userOf(parsed.data)
  const sessionId = context.req.header(sessionHeader)
  const refusal = sessionId === undefined ? undefined : await refuseSession(sessionId, userId, services)
  if (refusal) return refusal
  const release = services.limit.take()
  if (!release) {
    return errorResponse(429, 'too_many_runs', 'Too many turns are running: try again later.', { 'retry-after': '5' })
  }
  try {
    const conversation = await openConversation(services, input, { sessionId, userId })
    context.header(sessionHeader, conversation.id)
    return await answer(context, { conversation, input, request: parsed.data, key, services, release })
  } catch (error) {
    release()
    throw error
  }
}

function openConversation(
  services: CompletionServices,
  { seed }: ChatInput,
  { sessionId: id, userId }: { readonly sessionId: string | undefined; readonly userId: string | undefined },
) {
  const { conversations, source, workingDirectory } = services
  return conversations.open({
    seed: { source, workingDirectory, ...(userId !== undefined && { userId }), ...seed },
    ...(id !== undefined && { id }),
  })
}

interface Answering {
  readonly conversation: Conversation
  readonly input: ChatInput
  readonly request: ChatRequest
  readonly key: string | undefined
  readonly services: CompletionServices
  readonly release: () => void
}

async function answer(context: Context, answering: Answering): Promise<Response> {
  const { conversation, input, request, key, services, release } = answering
  const as = context.req.header(commandsHeader)?.toLowerCase() === 'true' ? 'auto' : 'message'
  const closed = new AbortController()
  const events = request.stream ? conversation.events({ signal: closed.signal, from: 'now' }) : undefined
  const sender = toSender(userOf(request))
  const submission = conversation.submit({ content: input.content, as, ...(key !== undefined && { id: key }) }, sender)
  const leave = () => leaveTurn(submission, key)
  const { signal } = context.req.raw
  signal.addEventListener('abort', leave, { once: true })
  const end = () => {
    closed.abort()
    signal.removeEventListener('abort', leave)
    release()
  }
  const model = services.modelName
  const identity = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
  const streamed = events && (await untilStored(turnEvents(events, submission, closed)))
  const includeUsage = request.stream_options?.include_usage ?? false
  const whole = { conversation, submission, identity, sender, includeUsage, stream: request.stream }
  if (!streamed) return answerWhole(context, whole).finally(end)
  return streamCompletion(context, submission, {
    events: streamed,
    identity,
    includeUsage,
    ...(services.keepAliveMs !== undefined && { keepAliveMs: services.keepAliveMs }),
    onLeave: leave,
    onEnd: end,
  })
}

/** If the client can request its answer again, the turn continues without it; otherwise the turn is cancelled. */
function leaveTurn(submission: Submission, key: string | undefined): void {
  if (key === undefined) void submission.cancel('The client closed the connection.')
}

interface Whole {
  readonly conversation: Conversation
  readonly submission: Submission
  readonly identity: CompletionIdentity
  readonly sender: Sender
  /** The client reads a stream: an existing answer is streamed, too. */
  readonly stream: boolean
  readonly includeUsage: boolean
}

async function answerWhole(context: Context, whole: Whole): Promise<Response> {
  const { conversation, submission, identity, sender } = whole
  const end = await submission.ended
  // A crash interrupted the turn of the first request with this key: this one finishes it.
  const isCut = end.status === 'duplicate' && end.reply === undefined && conversation.state.canContinue
  const answered = answerOf(isCut ? await conversation.continue(sender).ended : end)
  if ('status' in answered) {
    const { status, code, message, headers } = answered
    return errorResponse(status, code, message, { ...headers, [sessionHeader]: conversation.id })
  }
  return whole.stream ? streamAnswer(context, answered, whole) : context.json(toCompletion(identity, answered))
}

/** A key gives access to sessions created here, not to those of the terminal or a chat; a user only to their own. */
async function refuseSession(
  id: string,
  userId: string | undefined,
  { store, source }: CompletionServices,
): Promise<Response | undefined> {
  if (!/^[A-Za-z0-9._:@-]{1,128}$/.test(id) || id.includes('..')) {
    return badRequest(`${sessionHeader} must be 1 to 128 letters, digits or one of . _ : @ -`)
  }
  const session = await store.sessions.get(id)
  if (session === undefined || (session.source === source && session.userId === userId)) return undefined
  return errorResponse(
    403,
    'foreign_session',
    `The session "${id}" does not belong to this API, or to another user of it.`,
  )
}

/** Of another kind than the ids of other surfaces, so that no name is that of the owner. */
function userOf({ user }: ChatRequest): string | undefined {
  return user ? `api:${user}` : undefined
}

async function readJson(context: Context): Promise<unknown> {
  try {
    return await context.req.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function invalidBody(error: z.ZodError): Response {
  const { message, param } = describeProblem(error)
  return badRequest(message, param)
}

function badRequest(message: string, param: string | null = null): Response {
  return Response.json(errorBody(400, 'invalid_request', message, param), { status: 400 })
}
