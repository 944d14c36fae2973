import {
  type AnswerReader,
  type BodyParser,
  type CreateBodyParser,
  createWholeParser,
} from '../shared/stream/answer-body.js'
import { createFrameParser } from './frames.js'

/** Parses a response body: a stream of frames or a single JSON object. */
export const createConverseParser: CreateBodyParser = (response, streaming, answer) => {
  const type = response.headers.get('content-type') ?? ''
  const isStream = /eventstream/i.test(type) || (streaming && !/json|html/i.test(type))
  return isStream ? createEventParser(answer) : createWholeParser(answer)
}

/** Name prefix of exceptions, which end a stream early. */
export const exceptionPrefix = 'exception: '

function createEventParser(answer: AnswerReader): BodyParser {
  const frames = createFrameParser((headers, payload) => {
    if (answer.isDone()) return
    const type = headers.get(':event-type')
    if (type !== undefined) answer.addEvent(payload, type)
    else answer.addEvent(failureOf(headers, payload), exceptionPrefix + exceptionOf(headers))
  })
  return {
    push(bytes) {
      try {
        frames.push(bytes)
      } catch (error) {
        // Damaged frames after the end of a complete answer are ignored.
        if (!(error instanceof RangeError && answer.isComplete())) throw error
      }
    },
    end: () => undefined,
  }
}

/** Returns the name of a failure: exceptions of the service have a type, errors of the event stream itself a code. */
function exceptionOf(headers: ReadonlyMap<string, string>): string {
  return headers.get(':exception-type') ?? headers.get(':error-code') ?? ''
}

/** Returns the body of a failure. Errors of the event stream itself have a message header instead of a payload. */
function failureOf(headers: ReadonlyMap<string, string>, payload: string): string {
  const message = headers.get(':error-message')
  return message === undefined ? payload : JSON.stringify({ message })
}
