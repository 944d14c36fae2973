import { TransportError } from '@hermes/core'
import type { AnswerReader } from '../shared/answer-body.js'
import type { ErrorContext } from '../shared/error-context.js'
import { isRecord, parseJson } from '../shared/json.js'
import { fromProviderFailure } from './errors.js'
import type { MessageBuilder } from './from-wire.js'

/** Reads an answer from the events of a stream, or from one message. */
export function createAnswerParser(builder: MessageBuilder, context: ErrorContext): AnswerReader {
  function add(event: unknown, name: string): void {
    if (!isRecord(event)) throw fromProviderFailure({ status: 200, body: undefined }, context)
    // Also where the status is 200: an overload may come at any time.
    if (event.type === 'error' || name === 'error') throw fromProviderFailure({ body: event }, context)
    builder.add(typeof event.type === 'string' ? event : { ...event, type: name })
  }

  return {
    addEvent: (data, name) => add(parseJson(data), name),
    addWhole(body) {
      add(body, '')
      if (!builder.isStopped) throw fromProviderFailure({ status: 200, body }, context)
    },
    takeDeltas: () => builder.takeDeltas(),
    get isDone() {
      return builder.isStopped
    },
    get isComplete() {
      return builder.isStopped
    },
    finish() {
      if (builder.isBroken) throw unusable(context, 'sent a tool call that names no tool')
      if (builder.stopReason === '') throw unusable(context, 'ended its answer without saying why')
      return builder.finish()
    },
  }
}

function unusable({ provider }: ErrorContext, what: string): TransportError {
  return new TransportError('protocol', `${provider} ${what}: try again.`)
}
