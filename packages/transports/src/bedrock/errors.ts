import { type HermesError, TransportError } from '@hermes/core'
import { isRecord, maskUrl } from '@hermes/safety'
import type { ErrorContext } from '../shared/errors/error-context.js'
import * as shared from '../shared/errors/provider-failure.js'
import type { HeaderReader, HttpResponse } from '../shared/http/http-client.js'
import { textAt, tryParseJson } from '../shared/json.js'
import { bedrockErrorPatterns } from './error-patterns.js'

const terms: shared.WireErrors['terms'] = {
  api: 'Converse API',
  answer: 'answer of the Converse API',
  server: 'an endpoint of Amazon Bedrock',
  baseUrlHint: 'it is the part before /model',
}

const wire: shared.WireErrors = { patterns: bedrockErrorPatterns, terms }

export function fromProviderFailure(failure: shared.ProviderFailure, context: ErrorContext): TransportError {
  return shared.fromProviderFailure(failure, context, wire)
}

/** Converts an exception event of a stream. */
export function fromException(type: string, event: unknown, context: ErrorContext): TransportError {
  return fromProviderFailure({ body: withType(event, type) }, context)
}

/** An error for a response with a non-2xx status, in the shape of an SDK error. */
export class RefusedError extends Error {
  readonly status: number
  readonly headers: HeaderReader
  /** Parsed body with the exception type, or the plain text if it is not a JSON object. */
  readonly error: unknown

  constructor({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>, text: string) {
    super(`Status ${status}`)
    const body = tryParseJson(text)
    this.status = status
    this.headers = headers
    this.error = isRecord(body) ? withType(body, headers.get('x-amzn-errortype') ?? textAt(body, '__type')) : text
  }
}

/** Converts anything that a call throws into a `TransportError`. */
export function toTransportError(error: unknown, context: ErrorContext): HermesError {
  if (isCredentialsError(error)) {
    const advice = 'set AWS_BEARER_TOKEN_BEDROCK or AWS access keys, check the profile, or log in with the AWS CLI'
    const text = `No credentials for ${context.provider} were found (${error.message}): ${advice}.`
    return new TransportError('auth', text, { cause: error })
  }
  if (error instanceof RangeError) {
    const text = `${context.provider} sent a stream that is damaged: try again, and check the base URL ${maskUrl(context.baseUrl)}.`
    return new TransportError('protocol', text, { cause: error })
  }
  return shared.toTransportError(error, context, wire)
}

/**
 * Normalizes the exception type and the message. The type is sent as `ThrottlingException:http://...` or
 * `com.amazon.coral.service#UnrecognizedClientException`; older services capitalize the message field.
 */
function withType(body: unknown, type: string): unknown {
  const fields = isRecord(body) ? body : {}
  const name = type.split(':', 1).join('').split('#').at(-1)
  return { ...fields, message: fields.message ?? fields.Message ?? fields.originalMessage, type: name }
}

/** Whether the AWS credential chain threw the error. The name decides, because the SDK is loaded lazily. */
function isCredentialsError(error: unknown): error is Error {
  return error instanceof Error && /^(Credentials|Token)ProviderError$/.test(error.name)
}
