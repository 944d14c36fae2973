import type { FinishReason, JsonObject, Usage } from '@hermes/core'
import { reasonOf, type SettledAnswer, usageOf } from '../../deltas.js'
import { refuseChat } from '../chat/refusal.js'
import { asObject, parseObject } from '../json.js'
import { errorBodyOf, type Wire } from '../wire.js'
import { event, pieces } from './events.js'
import { outputOf } from './output.js'
import { responsesProblems } from './problems.js'
import { createSeal } from './seal.js'

export interface ResponsesWireOptions {
  /**
   * The issuer that encrypts reasoning. Reasoning of other issuers, or for another model, is rejected. Default: `fake`.
   */
  readonly issuer?: string
}

/** The reasons why an answer is incomplete, in the terms of this API. `undefined` if it is complete. */
const incompleteReasons: Readonly<Record<FinishReason, string | undefined>> = {
  stop: undefined,
  'tool-calls': undefined,
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
  other: 'max_messages',
}

/** OpenAI's Responses API without storage, streamed as server-sent events or whole. */
export function createResponsesWire({ issuer = 'fake' }: ResponsesWireOptions = {}): Wire {
  const seal = createSeal(issuer)
  let count = 0

  function draft(answer: SettledAnswer, body: JsonObject): JsonObject & { readonly output: readonly JsonObject[] } {
    const number = ++count
    const incomplete = incompleteReasons[reasonOf(answer)]
    return {
      id: `resp_${number}`,
      object: 'response',
      created_at: 1_700_000_000,
      model: body.model ?? '',
      status: incomplete === undefined ? 'completed' : 'incomplete',
      error: null,
      incomplete_details: incomplete === undefined ? null : { reason: incomplete },
      output: outputOf(answer, body, { number, seal }),
      usage: toResponsesUsage(usageOf(answer)),
    }
  }

  return {
    basePath: '/v1',
    isCall: (path) => path === '/v1/responses',
    modelOf: (body) => String(body.model ?? ''),
    wantsStream: (body) => body.stream === true,
    streamHeaders: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    refuse: refuseChat,
    interrupt(error) {
      const body = errorBodyOf(refuseChat(error))
      if (body === undefined) return undefined
      const { code, message, param } = asObject(parseObject(body)?.error)
      return event('error', { code, message, param })
    },
    problems: (body) => responsesProblems(body, seal),
    whole: draft,

    stream(answer, body) {
      const response = draft(answer, body)
      const begun = { ...response, status: 'in_progress', output: [], usage: null, incomplete_details: null }
      const { output } = response
      return {
        head: event('response.created', { response: begun }) + event('response.in_progress', { response: begun }),
        deltas: pieces(answer, output),
        tail: event(`response.${response.status}`, { response }),
      }
    },
  }
}

function toResponsesUsage(usage: Usage): JsonObject {
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
  return {
    input_tokens: read,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens, cache_write_tokens: usage.cacheWriteTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: read + usage.outputTokens,
  }
}
