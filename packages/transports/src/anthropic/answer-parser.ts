import { TransportError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { tryParseJson, type WireRecord } from '../shared/json.js'
import type { AnswerReader } from '../shared/stream/answer-body.js'
import { createDeltaSkimmer } from '../shared/stream/delta-skimmer.js'
import { fromProviderFailure } from './errors.js'
import type { MessageBuilder } from './from-wire.js'

/** Reads an answer from stream events or from a single message. */
export function createAnswerParser(builder: MessageBuilder, context: ErrorContext): AnswerReader {
  const skimmer = createDeltaSkimmer({
    textOf: (event) => textDelta(event)?.text,
    addText(text, like) {
      const known = textDelta(like)
      if (known) builder.add({ ...known.event, delta: { ...known.delta, text } })
    },
  })

  function add(event: unknown, name: string): void {
    if (!isRecord(event)) throw fromProviderFailure({ status: 200, body: undefined }, context)
    // Errors such as an overload can arrive at any time, even with status 200.
    if (event.type === 'error' || name === 'error') throw fromProviderFailure({ body: event }, context)
    builder.add(typeof event.type === 'string' ? event : { ...event, type: name })
  }

  return {
    addEvent(data, name) {
      const event = tryParseJson(data)
      add(event, name)
      skimmer.learn(event, data, name)
    },
    skim: skimmer.skim,
    addWhole(body) {
      add(body, '')
      if (!builder.isStopped()) throw fromProviderFailure({ status: 200, body }, context)
    },
    takeDeltas: () => builder.takeDeltas(),
    usage: () => builder.usage(),
    isDone: () => builder.isStopped(),
    isComplete: () => builder.isStopped(),
    finish() {
      if (builder.isBroken()) throw unusable(context, 'sent a tool call that names no tool')
      if (builder.stopReason() === '') throw unusable(context, 'ended its answer without saying why')
      return builder.finish()
    },
  }
}

/** Returns the parts of an event that appends text to a block, or `undefined` for any other event. */
function textDelta(event: unknown): { event: WireRecord; delta: WireRecord; text: string } | undefined {
  if (!isRecord(event) || event.type !== 'content_block_delta' || !isRecord(event.delta)) return undefined
  const { delta } = event
  const isPlain = delta.type === 'text_delta' && Object.keys(delta).length === 2
  return isPlain && typeof delta.text === 'string' ? { event, delta, text: delta.text } : undefined
}

function unusable({ provider }: ErrorContext, what: string): TransportError {
  return new TransportError('protocol', `${provider} ${what}: try again.`)
}
