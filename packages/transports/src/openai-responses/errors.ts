import type { HermesError, TransportError } from '@hermes/core'
import type { ErrorContext } from '../shared/errors/error-context.js'
import type { FailurePatterns } from '../shared/errors/failure.js'
import { openAIErrorPatterns } from '../shared/errors/openai-error-patterns.js'
import * as shared from '../shared/errors/provider-failure.js'
import { repairablePatterns } from '../shared/errors/repairable-patterns.js'

const patterns: FailurePatterns = [
  // Codes specific to the Responses API take precedence over the shared OpenAI patterns.
  ...repairablePatterns,
  ['stale-reasoning', /invalid_encrypted_content|encrypted content.{0,200}could not be (verified|decrypted)/i],
  ['no-summaries', /verified to generate reasoning summaries/i],
  ['content-filter', /invalid_prompt|(bio|cyber|content|misalignment)_policy/i],
  ['invalid-request', /data_residency_mismatch/i],
  ['billing', /usage_limit_reached|usage_not_included/i],
  ['overloaded', /slow_down/i],
  ...openAIErrorPatterns,
]

/** Patterns for stream errors. These have no status, so only the error type separates invalid requests from server failures. */
const streamPatterns: FailurePatterns = [...patterns, ['invalid-request', /invalid_request_error|unsupported_/i]]

const terms: shared.WireErrors['terms'] = {
  api: 'Responses API',
  answer: 'response',
  server: 'an API that offers /responses',
  baseUrlHint: 'most end in /v1, and not every provider offers this API',
}

export function fromProviderFailure(failure: shared.ProviderFailure, context: ErrorContext): TransportError {
  const known = failure.status === undefined ? streamPatterns : patterns
  return shared.fromProviderFailure(failure, context, { patterns: known, terms })
}

/** Converts anything that a call throws into a `TransportError`. */
export function toTransportError(error: unknown, context: ErrorContext): HermesError {
  return shared.toTransportError(error, context, { patterns, terms })
}
