import { HermesError, TransportError, type TransportErrorKind } from '@hermes/core'
import { readErrorBody } from './error-body.js'
import { type Failure, failureOf } from './error-kind.js'
import { networkError } from './network-error.js'
import { retryAfterMs } from './retry-after.js'

/** What the sentences of errors name. */
export interface ErrorContext {
  /** The provider as people know it. */
  readonly provider: string
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** The environment variable that the key is read from. */
  readonly keyVariable?: string
}

/** An error answer of the provider, by its status or by an error object inside a response of status 200. */
export interface ProviderFailure {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Headers
}

export function fromProviderFailure(failure: ProviderFailure, context: ErrorContext): TransportError {
  const body = readErrorBody(failure.body)
  const status = failure.status ?? body.status
  const kind = failureOf(status, body.searchText)
  const waitMs = retryAfterMs(failure.headers, body.record, Date.now())
  const said = [status, hideKey(body.message, context.apiKey)].filter(Boolean).join(': ')
  return new TransportError(kindOf(kind), sentence(kind, said === '' ? '' : ` (${said})`, context), {
    ...(status !== undefined && { status }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  })
}

/** Whatever a call can throw, as a `TransportError`. */
export function toTransportError(error: unknown, context: ErrorContext): HermesError {
  if (HermesError.is(error)) return error
  if (isStatusError(error)) {
    const body = error.error ?? error.message.replace(/^\d{3} (status code \(no body\))?/, '')
    const headers = error.headers instanceof Headers ? { headers: error.headers } : {}
    return fromProviderFailure({ status: error.status, body, ...headers }, context)
  }
  return networkError(error, context)
}

/** The error that the SDK makes of a status that is not 2xx; recognised by its shape, because the SDK is loaded late. */
interface StatusError extends Error {
  readonly status: number
  readonly error?: unknown
  readonly headers?: unknown
}

function isStatusError(error: unknown): error is StatusError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

function kindOf(failure: Failure): TransportErrorKind {
  // Without credit neither waiting nor another try helps: only another account does.
  if (failure === 'no-credit') return 'auth'
  return failure === 'no-route' ? 'invalid-request' : failure
}

function sentence(failure: Failure, said: string, context: ErrorContext): string {
  const { provider, baseUrl, model } = context
  switch (failure) {
    case 'auth':
      return context.apiKey
        ? `${provider} refused the API key${said}: check ${keyAdvice(context)}.`
        : `${provider} asks for an API key and none is set${said}: set ${keyAdvice(context)}.`
    case 'no-credit':
      return `The account at ${provider} has no credit for this call${said}: add credit there, or use another provider.`
    case 'rate-limit':
      return `${provider} takes no more requests for now${said}: wait a little, or use another model.`
    case 'overloaded':
      return `${provider} could not serve the request${said}: try again in a moment.`
    case 'timeout':
      return `${provider} took too long${said}: try again.`
    case 'context-overflow':
      return `The conversation is longer than ${model} can read${said}: compress it or start a new session.`
    case 'content-filter':
      return `${provider} refused the content of the conversation${said}: reword the request.`
    case 'model-not-found':
      return `${provider} does not serve the model "${model}"${said}: choose another model.`
    case 'no-route':
      return `There is no chat completions API at ${baseUrl}${said}: check the base URL (most end in /v1) and the model "${model}".`
    case 'invalid-request':
      return `${provider} does not accept the request${said}: check that ${model} supports what was asked, such as tools or pictures.`
    default:
      return `${provider} sent an answer that is no chat completion${said}: check that the base URL ${baseUrl} is an OpenAI-compatible API.`
  }
}

function keyAdvice({ keyVariable }: ErrorContext): string {
  return keyVariable ? `${keyVariable} in the environment or in ~/.hermes/.env` : 'the API key'
}

/** Some servers repeat the key in their answer. */
function hideKey(text: string, apiKey: string | undefined): string {
  return apiKey && apiKey.length >= 8 ? text.replaceAll(apiKey, '***') : text
}
