import { TransportError } from '@hermes/core'
import { type ErrorContext, fromProviderFailure } from './errors.js'
import type { AnswerReader } from './from-wire.js'
import { isRecord, parseJson, type WireRecord } from './json.js'
import { createSseParser } from './sse.js'

/** How the body of a response is laid out. */
export type AnswerForm = 'events' | 'whole'

/** Feeds the text of a body to an {@link AnswerReader}. */
export interface AnswerParser {
  push(text: string): void
  /** The body has ended. */
  end(): void
  /** The server said that nothing more comes. */
  readonly isDone: boolean
}

/** Servers decide for themselves: some stream unasked, some never do. */
export function formOf(response: Response, streaming: boolean): AnswerForm {
  const type = response.headers.get('content-type') ?? ''
  if (/event-stream/i.test(type)) return 'events'
  return /json|html/i.test(type) || !streaming ? 'whole' : 'events'
}

export function createAnswerParser(form: AnswerForm, answer: AnswerReader, context: ErrorContext): AnswerParser {
  return form === 'events' ? createEventParser(answer, context) : createWholeParser(answer, context)
}

function createEventParser(answer: AnswerReader, context: ErrorContext): AnswerParser {
  let isDone = false
  const sse = createSseParser((data, name) => {
    if (isDone || data === '') return
    if (data.trim() === '[DONE]') isDone = true
    else addChunk(parseJson(data), name === 'error', answer, context)
  })
  return {
    push: (text) => sse.push(text),
    end() {
      if (isDone && !answer.finishReason) throw unfinished(context)
    },
    get isDone() {
      return isDone
    },
  }
}

function createWholeParser(answer: AnswerReader, context: ErrorContext): AnswerParser {
  let body = ''
  return {
    isDone: false,
    push(text) {
      body += text
    },
    end() {
      addChunk(parseJson(body), false, answer, context)
      if (!answer.finishReason) throw unfinished(context)
    },
  }
}

function addChunk(chunk: unknown, isError: boolean, answer: AnswerReader, context: ErrorContext): void {
  if (!isRecord(chunk)) throw fromProviderFailure({ status: 200, body: undefined }, context)
  if (isError || carriesError(chunk)) throw fromProviderFailure({ body: chunk }, context)
  answer.add(chunk)
  if (answer.finishReason === 'error') throw fromProviderFailure({ body: chunk.choices }, context)
}

function carriesError(chunk: WireRecord): boolean {
  return (chunk.error !== undefined && chunk.error !== null) || chunk.object === 'error'
}

function unfinished({ provider }: ErrorContext): TransportError {
  return new TransportError('protocol', `${provider} ended its answer without saying why: try again.`)
}
