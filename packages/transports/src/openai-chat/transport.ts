import {
  ConfigError,
  HermesError,
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'
import { createAnswerParser, formOf } from './answer-parser.js'
import { type CallGuard, createCallGuard } from './call-guard.js'
import { createPostChat } from './client.js'
import { type ErrorContext, toTransportError } from './errors.js'
import { type AnswerReader, createAnswerReader } from './from-wire.js'
import { createBodyReader } from './read-body.js'
import { createRequestWriter } from './to-wire.js'

export interface OpenAIChatOptions {
  /** Default: none is sent, as local servers like it. The environment is never read. */
  readonly apiKey?: string
  /** The address that `/chat/completions` is appended to. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** Sent with every request. Apart from these and the key, only headers that the wire needs are sent. */
  readonly headers?: Readonly<Record<string, string>>
  /** The transport's id, under which replay state is kept. Default `openai-chat`. */
  readonly id?: string
  /** Ask for answers in pieces. Default true; off for servers that stream badly. */
  readonly streaming?: boolean
  readonly timeouts?: OpenAIChatTimeouts
  /** How errors name the provider. */
  readonly provider?: ProviderLabel
  /** Makes ids for tool calls that come without one. Default: random. */
  readonly generateId?: () => string
}

export interface OpenAIChatTimeouts {
  /** Until the answer begins, in milliseconds. Default 10 minutes. `Infinity`: no limit. */
  readonly responseMs?: number
  /** Between two pieces of an answer, in milliseconds. Default 5 minutes. `Infinity`: no limit. */
  readonly idleMs?: number
}

export interface ProviderLabel {
  /** Default: the host. */
  readonly name?: string
  /** The environment variable that the user keeps the key in. */
  readonly keyVariable?: string
}

/** After its finish reason an answer is complete: nobody waits long for a server that keeps the connection open. */
const afterFinishLimitMs = 5_000

/**
 * Speaks OpenAI's chat completions with any server that offers them, through the official SDK, which is loaded by the
 * first call. Never retries by itself.
 *
 * @throws {ConfigError} when `baseUrl` is no http(s) URL.
 */
export function createOpenAIChatTransport(options: OpenAIChatOptions = {}): Transport {
  const { id = 'openai-chat', streaming = true, timeouts = {}, provider = {}, apiKey } = options
  const { baseUrl = 'https://api.openai.com/v1', generateId = randomCallId } = options
  const { responseMs = 600_000, idleMs = 300_000 } = timeouts
  const { host, origin } = parseBaseUrl(baseUrl)
  const writer = createRequestWriter({ id, baseUrl })
  const post = createPostChat({ ...options, baseUrl })
  const name = provider.name ?? host

  function contextOf({ model }: ModelRequest): ErrorContext {
    return {
      provider: name,
      baseUrl,
      model,
      ...(apiKey && { apiKey }),
      ...(provider.keyVariable && { keyVariable: provider.keyVariable }),
    }
  }

  async function* readAnswer(
    response: Response,
    answer: AnswerReader,
    guard: CallGuard,
    context: ErrorContext,
  ): AsyncGenerator<TransportEvent> {
    if (!response.body) throw new TransportError('protocol', `${name} sent an empty answer: try again.`)
    const parser = createAnswerParser(formOf(response, streaming), answer, context)
    const body = createBodyReader(response.body, guard, () => `${name} went silent for ${idleMs / 1000} s: try again.`)
    let isWhole = false
    try {
      while (!parser.isDone) {
        const text = await body.read(answer.finishReason ? Math.min(idleMs, afterFinishLimitMs) : idleMs)
        if (text === undefined) break
        parser.push(text)
        for (const delta of answer.takeDeltas()) yield delta
      }
      parser.end()
      for (const delta of answer.takeDeltas()) yield delta
      isWhole = true
    } finally {
      if (isWhole) body.release()
      else body.close()
    }
  }

  return {
    id,
    apiMode: 'chat_completions',
    async *stream(request, { signal }) {
      signal.throwIfAborted()
      const context = contextOf(request)
      const answer = createAnswerReader({ id, origin, model: request.model, generateId })
      using guard = createCallGuard(signal)
      try {
        const describe = () => `${name} did not begin to answer within ${responseMs / 1000} s: try again.`
        const response = await guard.wait(post(writer.write(request, streaming), guard.signal), responseMs, describe)
        for await (const delta of readAnswer(response, answer, guard, context)) {
          yield delta
          signal.throwIfAborted()
        }
      } catch (error) {
        signal.throwIfAborted()
        const isCut = guard.signal.aborted || !HermesError.is(error)
        // A connection that breaks after the finish reason takes nothing of the answer with it.
        if (!isCut || !answer.finishReason) throw toTransportError(guard.signal.reason ?? error, context)
      }
      yield finishOf(answer, context)
    },
  }
}

function finishOf(answer: AnswerReader, { provider }: ErrorContext): TransportEvent {
  if (!answer.finishReason) {
    throw new TransportError(
      'network',
      `The connection to ${provider} ended before the answer was complete: try again.`,
    )
  }
  if (answer.isBroken) {
    throw new TransportError('protocol', `${provider} sent a tool call that names no tool: try again.`)
  }
  return answer.finish()
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new ConfigError('model.base_url', `"${text}" is no base URL: write it like https://host/v1.`)
}

function randomCallId(): string {
  return `call_${globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
}
