import { TransportError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { tryParseJson, type WireRecord } from '../shared/json.js'
import type { AnswerReader } from '../shared/stream/answer-body.js'
import { createDeltaSkimmer } from '../shared/stream/delta-skimmer.js'
import { fromProviderFailure } from './errors.js'
import { type ChatAnswer, plainTextOf } from './from-wire.js'

/** Reads an answer from stream events or from a single JSON object. */
export function createAnswerParser(answer: ChatAnswer, context: ErrorContext): AnswerReader {
  let isDone = false
  const skimmer = createDeltaSkimmer({ textOf: plainTextOf, addText: answer.addText })

  function addChunk(chunk: unknown, isError: boolean): void {
    if (!isRecord(chunk)) throw fromProviderFailure({ status: 200, body: undefined }, context)
    if (isError || carriesError(chunk)) throw fromProviderFailure({ body: chunk }, context)
    answer.add(chunk)
    if (answer.finishReason() === 'error') throw fromProviderFailure({ body: chunk.choices }, context)
  }

  function assertFinished(): void {
    if (answer.finishReason() !== '') return
    throw new TransportError('protocol', `${context.provider} ended its answer without saying why: try again.`)
  }

  return {
    addEvent(data, name) {
      isDone = data.trim() === '[DONE]'
      if (isDone) {
        assertFinished()
        return
      }
      const chunk = tryParseJson(data)
      addChunk(chunk, name === 'error')
      skimmer.learn(chunk, data, name)
    },
    skim: skimmer.skim,
    addWhole(body) {
      addChunk(body, false)
      assertFinished()
    },
    takeDeltas: () => answer.takeDeltas(),
    usage: () => answer.usage(),
    isDone: () => isDone,
    isComplete: () => answer.finishReason() !== '',
    finish() {
      if (!answer.isBroken()) return answer.finish()
      throw new TransportError('protocol', `${context.provider} sent a tool call that names no tool: try again.`)
    },
  }
}

function carriesError(chunk: WireRecord): boolean {
  return (chunk.error !== undefined && chunk.error !== null) || chunk.object === 'error'
}
