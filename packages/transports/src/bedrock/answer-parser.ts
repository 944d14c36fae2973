import { TransportError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { tryParseJson } from '../shared/json.js'
import type { AnswerReader } from '../shared/stream/answer-body.js'
import { exceptionPrefix } from './body-parser.js'
import { fromException, fromProviderFailure } from './errors.js'
import type { ConverseAnswer } from './from-wire.js'
import { isMalformed } from './stop-reason.js'

/** Reads an answer from stream events or from a single JSON object. */
export function createAnswerParser(answer: ConverseAnswer, context: ErrorContext): AnswerReader {
  function unusable(what: string): TransportError {
    return new TransportError('protocol', `${context.provider} ${what}: try again.`)
  }

  return {
    addEvent(data, type) {
      const event = tryParseJson(data)
      if (type.startsWith(exceptionPrefix)) throw fromException(type.slice(exceptionPrefix.length), event, context)
      if (!isRecord(event)) throw fromProviderFailure({ status: 200, body: undefined }, context)
      answer.add(type, event)
    },
    addWhole(body) {
      if (!isRecord(body) || !isRecord(body.output)) {
        throw fromProviderFailure({ status: 200, body: isRecord(body) ? body : undefined }, context)
      }
      answer.addWhole(body)
      if (answer.stopReason() === '') throw unusable('ended its answer without saying why')
    },
    takeDeltas: () => answer.takeDeltas(),
    usage: () => answer.usage(),
    isDone: () => answer.isOver(),
    isComplete: () => answer.stopReason() !== '',
    finish() {
      const stopReason = answer.stopReason()
      if (isMalformed(stopReason)) throw unusable(`could not read what the model wrote (${stopReason})`)
      if (answer.isBroken()) throw unusable('sent a tool call that names no tool')
      return answer.finish()
    },
  }
}
