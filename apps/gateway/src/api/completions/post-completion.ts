import { randomUUID } from 'node:crypto'
import type { Conversation, Conversations, Sender, Submission, SubmissionEnd } from '@hermes/conversations'
import type { Logger, SessionStore } from '@hermes/core'
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
import { idempotencyKey } from '../request/idempotency-key.js'
import type { KeyedRequests } from '../request/keyed-requests.js'
import { readBody } from '../request/read-body.js'
import { badRequest } from '../request/request-error.js'
import { findOwnSession } from '../request/require-session.js'
import { sessionHeader } from '../request/session-header.js'
import { answerOf } from './answer-of.js'
import { type ChatRequest, chatRequestSchema, toChatInput } from './chat-request.js'
import { streamAnswer, streamCompletion, untilStored } from './stream-completion.js'
import { type CompletionIdentity, toCompletion } from './to-completion.js'
import { turnEvents } from './turn-events.js'

export interface CompletionServices {
  readonly conversations: Conversations
  readonly store: SessionStore
  readonly limit: RequestLimit
  /** Absent if the store keeps no values. */
  readonly budgets?: Budgets
  /** Absent if the store keeps no values: then a key counts in the session of its request only. */
  readonly keyedRequests?: KeyedRequests
  /** Absent if the store keeps no values. */
  readonly files?: Files
  readonly modelName: string
  readonly models: RequestModels
  /** Stored with the sessions that are created here. */
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

/** `true`: a message that starts with `/` is a command. Without it, every message goes to the agent. */
export const commandsHeader = 'X-Hermes-Commands'
/** `POST /v1/chat/completions`. */
export async function postCompletion(context: Context, services: CompletionServices): Promise<Response> {
  const request = await readBody(context, chatRequestSchema)
  const input = toChatInput(request)
  if (!input) throw badRequest('The last item of \'messages\' must have the role "user".', 'messages')
  const key = idempotencyKey(context)
  const caller = callerOf(context, request.user)
  const given = context.req.header(sessionHeader)
  if (given !== undefined) await findOwnSession(given, caller, services)
  const asked = await services.models.choose(request, { key: context.get('apiKey'), isNative: false })
  await services.budgets?.check(caller)
  const release = services.limit.take()
  try {
    const first =
      key === undefined
        ? undefined
        : await services.keyedRequests?.place({
            kind: 'completion',
            key,
            caller,
            sessionId: given,
            body: [request, given],
          })
    const sessionId = first?.sessionId ?? given
    const inputId = first?.inputId ?? key
    const place = sessionId === undefined ? {} : { id: sessionId }
    const kept = await keepInput(input, place, { caller, param: 'messages' }, services)
    const conversation = await openConversation(services, kept, caller)
    context.header(sessionHeader, conversation.id)
    const isVolatile = inputId === undefined && given === undefined
    const answering = { conversation, input: kept, isVolatile, request, asked, caller, inputId, services, release }
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
  /** Whether the client has the conversation itself, and neither continues nor repeats the request here. */
  readonly isVolatile: boolean
  readonly request: ChatRequest
  readonly asked: AskedModel | undefined
  readonly caller: Caller
  /** Of a request with an `Idempotency-Key`. */
  readonly inputId: string | undefined
  readonly services: CompletionServices
  readonly release: () => void
}

async function answer(context: Context, answering: Answering): Promise<Response> {
  const { conversation, input, isVolatile, request, caller, inputId, services, release } = answering
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
  const leave = () => leaveTurn(submission, inputId)
  const { signal } = context.req.raw
  signal.addEventListener('abort', leave, { once: true })
  const end = () => {
    // An abort creates an error with its stack: only a reader of events waits for it.
    if (events) closed.abort()
    signal.removeEventListener('abort', leave)
    release()
  }
  const model = asked?.name ?? services.modelName
  const identity = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
  const streamed = events && (await untilStored(turnEvents(events, submission, closed)))
  const includeUsage = request.stream_options?.include_usage ?? false
  const whole = { conversation, submission, identity, sender, includeUsage, stream: request.stream, inputId, services }
  if (!streamed) return answerWhole(context, whole).finally(end)
  return streamCompletion(context, submission, {
    events: streamed,
    identity,
    includeUsage,
    logger: services.logger,
    showsReasoning: services.showsReasoning?.() ?? false,
    ...(services.keepAliveMs !== undefined && { keepAliveMs: services.keepAliveMs }),
    onLeave: leave,
    onEnd: end,
  })
}

/** If the client can request its answer again, the turn continues without it; otherwise the turn is cancelled. */
function leaveTurn(submission: Submission, inputId: string | undefined): void {
  if (inputId === undefined) void submission.cancel('The client closed the connection.')
}

interface Whole {
  readonly conversation: Conversation
  readonly submission: Submission
  readonly identity: CompletionIdentity
  readonly sender: Sender
  /** The client reads a stream: an existing answer is streamed, too. */
  readonly stream: boolean
  readonly includeUsage: boolean
  readonly inputId: string | undefined
  readonly services: Pick<CompletionServices, 'conversations' | 'store' | 'logger'>
}

/** The turn of the first request with this key was cut short, or goes on in another process: this one finishes it, or waits for it. */
function finishFirst(inputId: string, { conversation, sender, services }: Whole): Promise<SubmissionEnd> {
  const { conversations, store } = services
  const live = { follow: () => undefined }
  const { signal } = new AbortController()
  return endElsewhere(inputId, { conversations, store, conversation, from: sender, live, signal })
}

async function answerWhole(context: Context, whole: Whole): Promise<Response> {
  const { conversation, submission, identity, inputId, includeUsage, services } = whole
  const end = await submission.ended
  const isOpen = inputId !== undefined && end.status === 'duplicate' && end.reply === undefined
  const answered = answerOf(isOpen ? await finishFirst(inputId, whole) : end)
  if ('status' in answered) {
    const { status, code, message, headers } = answered
    return errorResponse(status, code, message, { ...headers, [sessionHeader]: conversation.id })
  }
  if (!whole.stream) return context.json(toCompletion(identity, answered))
  return streamAnswer(context, answered, { identity, includeUsage, logger: services.logger })
}
