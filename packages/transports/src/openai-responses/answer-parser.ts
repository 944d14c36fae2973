import { TransportError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { recordAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'
import type { AnswerReader } from '../shared/stream/answer-body.js'
import { fromProviderFailure } from './errors.js'
import type { ResponsesAnswer } from './from-wire.js'

/** Reads an answer from stream events or from a single response object. */
export function createAnswerParser(answer: ResponsesAnswer, context: ErrorContext): AnswerReader {
  function unfinished(): TransportError {
    return new TransportError('protocol', `${context.provider} ended its answer without saying why: try again.`)
  }

  return {
    addEvent(data, name) {
      if (data.trim() === '[DONE]') throw unfinished()
      const event = tryParseJson(data)
      if (!isRecord(event)) throw fromProviderFailure({ status: 200, body: undefined }, context)
      const type = textAt(event, 'type') || name
      const response = recordAt(event, 'response')
      if (type === 'error') throw fromProviderFailure({ body: event }, context)
      if (type === 'response.failed' || hasFailed(response)) throw fromProviderFailure({ body: response }, context)
      answer.addEvent(type, event)
    },
    addWhole(body) {
      if (!isRecord(body)) throw fromProviderFailure({ status: 200, body: undefined }, context)
      if (hasFailed(body) || isSet(body.error)) throw fromProviderFailure({ body }, context)
      if (!Array.isArray(body.output)) throw fromProviderFailure({ status: 200, body: undefined }, context)
      if (!/^(completed|incomplete)$/.test(textAt(body, 'status'))) throw unfinished()
      answer.complete(body)
    },
    takeDeltas: () => answer.takeDeltas(),
    usage: () => answer.usage(),
    isDone: () => answer.isComplete(),
    isComplete: () => answer.isComplete(),
    finish() {
      if (!answer.isBroken()) return answer.finish()
      throw new TransportError('protocol', `${context.provider} sent a tool call that names no tool: try again.`)
    },
  }
}

function hasFailed(response: WireRecord): boolean {
  return response.status === 'failed' || response.status === 'cancelled'
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}
