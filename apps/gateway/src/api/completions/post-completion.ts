import { randomUUID } from 'node:crypto'
import type { Conversation, Conversations, Sender, Submission, SubmissionEnd } from '@hermes/conversations'
import { describeError, type Logger, type SessionStore } from '@hermes/core'
import type { Context } from 'hono'
import { endElsewhere } from '../../chats/replies/end-elsewhere.js'
import type { Tracing } from '../../tracing/tracing.js'
import type { Budgets } from '../access/budgets.js'
import type { RequestLimit } from '../access/limit-requests.js'
import type { Files } from '../files/files.js'
import { type KeptInput, keepInput } from '../input/keep-input.js'
import { askedIn } from '../models/asked-in.js'
import type { AskedModel, RequestModels } from '../models/request-models.js'
import { type Caller, callerOf, toSender } from '../request/caller.js'
import { errorResponse } from '../request/error-response.js'
import type { Failure } from '../request/failure.js'
import { fingerprintOf } from '../request/fingerprint.js'
import { idempotencyKey } from '../request/idempotency-key.js'
import type { KeyedPlace, KeyedRequests } from '../request/keyed-requests.js'
import { readBody } from '../request/read-body.js'
import { badRequest } from '../request/request-error.js'
import { findOwnSession } from '../request/require-session.js'
import { sessionHeader } from '../request/session-header.js'
import { type Answer, answerOf } from './answer-of.js'
import { type ChatRequest, chatRequestSchema, toChatInput } from './chat-request.js'
import type { CompletionAnswers } from './completion-answers.js'
import { streamAnswer, streamCompletion, untilStored } from './stream-completion.js'
import { type CompletionIdentity, toCompletion } from './to-completion.js'
import { turnEvents } from './turn-events.js'

export interface CompletionServices {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly limit: RequestLimit
  /** Absent if the store keeps no values. */
  readonly budgets?: Budgets
  /** Absent if the store keeps no values. A key then counts only in the session of its request. */
  readonly keyedRequests?: KeyedRequests
  /** Absent if the store keeps no values, like `keyedRequests`. */
  readonly completionAnswers?: CompletionAnswers
  /** Absent if the store keeps no values. */
  readonly files?: Files
  readonly modelName: string
  readonly models: RequestModels
  /** The source that is stored with sessions created here. */
  readonly source: string
  readonly workingDirectory: string
  /** Default: turns are not traced. */
  readonly tracing?: Pick<Tracing, 'link'>
  /** The setting `display.show_reasoning`. Default: off. */
  readonly showsReasoning?: () => boolean
  readonly logger: Logger
  /** See {@link streamCompletion}. */
  readonly keepAliveMs?: number
}

/** With the value `true`, a message that starts with `/` is a command. Without the header, every message goes to the agent. */
export const commandsHeader = 'X-Hermes-Commands'
/** Handles `POST /v1/chat/completions`. */
export async function postCompletion(context: Context, services: CompletionServices): Promise<Response> {
  const request = await readBody(context, chatRequestSchema)
  const input = toChatInput(request)
  if (!input) throw badRequest('The last item of \'messages\' must have the role "user".', 'messages')
  const key = idempotencyKey(context)
  const caller = callerOf(context, request.user)
  const given = context.req.header(sessionHeader)
  if (given !== undefined) await findOwnSession(given, caller, services)
  const asked = await services.models.choose(request, { key: context.get('apiKey'), isNative: false })
  const keyed = key === undefined ? undefined : { kind: 'completion' as const, key, caller, body: [request, given] }
  const first = keyed && (await services.keyedRequests?.place({ ...keyed, sessionId: given }))
  const known = first && (await services.completionAnswers?.find(first.inputId))
  if (known) {
    context.header(sessionHeader, known.sessionId)
    return answerAgain(context, known, { identity: identityOf(first, asked?.name, services), request, services })
  }
  await services.budgets?.check(caller)
  const release = services.limit.take()
  try {
    const sessionId = first?.sessionId ?? given
    const inputId = first?.inputId ?? key
    const place = sessionId === undefined ? {} : { id: sessionId }
    const kept = await keepInput(input, place, { caller, param: 'messages' }, services)
    const conversation = await openConversation(services, kept, caller)
    context.header(sessionHeader, conversation.id)
    const isVolatile = inputId === undefined && given === undefined
    const answering = {
      conversation,
      input: kept,
      isVolatile,
      request,
      asked,
      caller,
      first,
      inputId,
      services,
      release,
    }
    return await answer(context, answering)
  } catch (error) {
    release()
    throw error
  }
}

function openConversation(services: CompletionServices, { seed, place: { id } }: KeptInput, { userId }: Caller) {
  const { conversations, source, workingDirectory } = services
  return conversations.open({
    seed: { source, workingDirectory, ...(userId !== undefined && { userId }), ...seed },
    ...(id !== undefined && { id }),
  })
}

interface Answering {
  readonly conversation: Conversation
  readonly input: KeptInput
  /** Whether the client keeps the conversation itself, and neither continues nor repeats the request here. */
  readonly isVolatile: boolean
  readonly request: ChatRequest
  readonly asked: AskedModel | undefined
  readonly caller: Caller
  readonly first: KeyedPlace | undefined
  /** The id of the input of a request with an `Idempotency-Key`. */
  readonly inputId: string | undefined
  readonly services: CompletionServices
  readonly release: () => void
}

async function answer(context: Context, answering: Answering): Promise<Response> {
  const { conversation, input, isVolatile, request, caller, first, inputId, services, release } = answering
  const as = context.req.header(commandsHeader)?.toLowerCase() === 'true' ? 'auto' : 'message'
  const closed = new AbortController()
  const events = request.stream ? conversation.events({ signal: closed.signal, from: 'now' }) : undefined
  const sender = toSender(caller)
  const asked = askedIn(conversation, answering.asked)
  const submission = conversation.submit(
    {
      content: input.content,
      as,
      isVolatile,
      ...(asked && { model: asked.choice }),
      ...(inputId !== undefined && { id: inputId }),
    },
    sender,
  )
  services.tracing?.link(submission)
  const settled = first && keepAnswer(first, submission, conversation, services)
  const leave = () => leaveTurn(submission, inputId)
  const { signal } = context.req.raw
  signal.addEventListener('abort', leave, { once: true })
  const end = () => {
    // An abort creates an error with a stack, and is only needed if events are read.
    if (events) closed.abort()
    signal.removeEventListener('abort', leave)
    release()
  }
  const identity = identityOf(first, asked?.name, services)
  const streamed = events && (await untilStored(turnEvents(events, submission, closed)))
  const whole = { conversation, submission, settled, identity, sender, request, inputId, services }
  if (!streamed) return answerWhole(context, whole).finally(end)
  return streamCompletion(context, submission, {
    events: streamed,
    identity,
    includeUsage: includesUsage(request),
    logger: services.logger,
    showsReasoning: services.showsReasoning?.() ?? false,
    ...(services.keepAliveMs !== undefined && { keepAliveMs: services.keepAliveMs }),
    onLeave: leave,
    onEnd: end,
  })
}

/** Leaves a turn whose client has left. It continues if the client can request its answer again. Otherwise it is canceled. */
function leaveTurn(submission: Submission, inputId: string | undefined): void {
  if (inputId === undefined) void submission.cancel('The client closed the connection.')
}

interface Whole {
  readonly conversation: Conversation
  readonly submission: Submission
  readonly identity: CompletionIdentity
  readonly sender: Sender
  readonly request: ChatRequest
  readonly inputId: string | undefined
  /** Resolves when the answer to a request with a key is stored. */
  readonly settled: Promise<void> | undefined
  readonly services: Pick<CompletionServices, 'conversations' | 'store' | 'logger' | 'completionAnswers'>
}

/** Finishes the turn of the first request with this key if it was cut short, or waits for it if it continues in another process. */
function finishFirst(inputId: string, { conversation, sender, services }: Whole): Promise<SubmissionEnd> {
  const { conversations, store } = services
  const live = { follow: () => undefined }
  const { signal } = new AbortController()
  return endElsewhere(inputId, { conversations, store, conversation, from: sender, live, signal })
}

async function answerWhole(context: Context, whole: Whole): Promise<Response> {
  const { conversation } = whole
  const answered = await finalAnswer(whole)
  if (!('status' in answered)) return answerAgain(context, answered, whole)
  const { status, code, message, headers } = whole.inputId === undefined ? answered : repeatable(answered)
  return errorResponse(status, code, message, { ...headers, [sessionHeader]: conversation.id })
}

/** Makes a failure repeatable if the gateway leaves the request to another one, or to its next start. With its key, a repeated request gets the answer. */
function repeatable(failure: Failure): Failure {
  const isLeft = failure.code === 'taken_elsewhere' || failure.code === 'stopping'
  return isLeft ? { ...failure, headers: { 'retry-after': '5' } } : failure
}

async function finalAnswer(whole: Whole): Promise<Answer | Failure> {
  const { conversation, submission, settled, inputId, services } = whole
  const { completionAnswers: answers } = services
  const end = await submission.ended
  await settled
  // Another gateway may have taken the request before it was recognized as repeated.
  const isOpen = end.status === 'elsewhere' || (end.status === 'duplicate' && end.reply === undefined)
  if (inputId === undefined || !(isOpen || end.status === 'duplicate')) return answerOf(end)
  const known = await answers?.find(inputId)
  if (known) return known
  const answered = answerOf(isOpen ? await finishFirst(inputId, whole) : end)
  if ('status' in answered || !answers) return answered
  const usage = (await answers.usageOf(inputId, conversation.id)) ?? answered.usage
  // The process that created an answer has the better record of it.
  if (isOpen) await answers.settle(inputId, { ...answered, usage, sessionId: conversation.id })
  return { ...answered, usage }
}

/** Sends a complete answer, possibly to a client that reads a stream. */
function answerAgain(
  context: Context,
  answer: Answer,
  { identity, request, services: { logger } }: Pick<Whole, 'identity' | 'request' | 'services'>,
): Response | Promise<Response> {
  if (!request.stream) return context.json(toCompletion(identity, answer))
  return streamAnswer(context, answer, { identity, includeUsage: includesUsage(request), logger })
}

function includesUsage({ stream_options: options }: ChatRequest): boolean {
  return options?.include_usage ?? false
}

/** Returns the id and time of an answer. Repeated requests with one key get those of the first one. */
function identityOf(
  first: KeyedPlace | undefined,
  model: string | undefined,
  { modelName }: Pick<CompletionServices, 'modelName'>,
): CompletionIdentity {
  const id = first ? fingerprintOf(first.inputId) : randomUUID()
  const created = Math.floor((first?.atMs ?? Date.now()) / 1000)
  return { id: `chatcmpl-${id}`, created, model: model ?? modelName }
}

/** Stores the answer for repeated requests. Never rejects: without it, they get the answer in the session. */
async function keepAnswer(
  { inputId }: KeyedPlace,
  submission: Submission,
  { id: sessionId }: Conversation,
  { completionAnswers: answers, logger }: Pick<CompletionServices, 'completionAnswers' | 'logger'>,
): Promise<void> {
  const keep = async () => {
    const end = await submission.ended
    if (end.status !== 'turn' && end.status !== 'command') return
    const answer = answerOf(end)
    if (!('status' in answer)) await answers?.settle(inputId, { ...answer, sessionId })
  }
  const kept = keep().catch((error: unknown) => {
    logger.log('warn', 'The answer to a request with a key was not stored.', { error: describeError(error) })
  })
  answers?.track(inputId, kept)
  await kept
}
