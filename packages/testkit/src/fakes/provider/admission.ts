import type { IncomingMessage } from 'node:http'
import { TransportError } from '@hermes/core'
import { fail } from '../reply.js'
import type { Exchange } from './exchange.js'
import type { ProviderReply } from './script.js'
import { httpReply } from './wire.js'

export interface Admission {
  /** Requests without this key are rejected. Default: any key, or none, is accepted. */
  readonly apiKey?: string
  /** The existing models. Calls of others are rejected. Default: every name is accepted, and `fake-model` is listed. */
  readonly models?: readonly string[]
  /**
   * Whether to reject with status 400 what a strict provider rejects: invalid histories and unknown fields. Default:
   * true.
   */
  readonly strict?: boolean
}

/** Performs the checks of a provider before a model call. */
export function refusalOf(
  request: IncomingMessage,
  { wire, body, path }: Exchange,
  { apiKey, models, strict = true }: Admission,
): ProviderReply | undefined {
  if (apiKey !== undefined && keyOf(request) !== apiKey) {
    return fail(new TransportError('auth', 'Incorrect API key provided.'))
  }
  if (request.method !== 'POST' || !wire.isCall(path)) return undefined
  const model = wire.modelOf(body, path)
  if (models && !models.includes(model)) {
    return fail(new TransportError('model-not-found', `The model \`${model}\` does not exist.`))
  }
  const problems = strict ? (wire.problems?.(body) ?? []) : []
  return problems.length > 0 ? fail(new TransportError('invalid-request', problems.join('; '))) : undefined
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'] ?? headers['api-key']
  return typeof key === 'string' ? key : headers.authorization?.replace(/^Bearer /, '')
}

/** Replies to other requests, which is only the model list. */
export function otherReply({ method }: IncomingMessage, { path, wire }: Exchange, options: Admission): ProviderReply {
  if (method === 'GET' && path === `${wire.basePath}/models`) {
    const models = options.models ?? ['fake-model']
    return httpReply(200, {
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'fake' })),
    })
  }
  return httpReply(404, {
    error: { message: `Unknown request URL: ${method} ${path}.`, type: 'invalid_request_error' },
  })
}
