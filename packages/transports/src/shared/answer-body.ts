import type { TransportEvent } from '@hermes/core'
import { parseJson } from './json.js'
import { createSseParser } from './sse.js'

/** A wire's understanding of one answer, which grows while the body comes in. */
export interface AnswerReader {
  /** One event of a stream: its data, and its name (`''` without one). */
  addEvent(data: string, name: string): void
  /** The body of an answer that came whole; `undefined` when it was no JSON. */
  addWhole(body: unknown): void
  /** The deltas since the last time. */
  takeDeltas(): readonly TransportEvent[]
  /** The server said that nothing more comes: reading may stop. */
  readonly isDone: boolean
  /** The provider said that the answer is complete, and why. */
  readonly isComplete: boolean
  /**
   * Asked once the answer is complete.
   * @throws {TransportError} when it cannot be used.
   */
  finish(): TransportEvent
}

/** Feeds a body to an {@link AnswerReader}, piece by piece, cut anywhere. */
export interface BodyParser {
  push(bytes: Uint8Array): void
  /** The body has ended. */
  end(): void
}

/** Chooses the parser for a response. `streaming`: a stream was asked for. */
export type CreateBodyParser = (response: Response, streaming: boolean, answer: AnswerReader) => BodyParser

/** Servers decide for themselves how a body is laid out: some stream unasked, some never do. */
export const createBodyParser: CreateBodyParser = (response, streaming, answer) => {
  const type = response.headers.get('content-type') ?? ''
  const isStream = /event-stream/i.test(type) || (streaming && !/json|html/i.test(type))
  return isStream ? createEventParser(answer) : createWholeParser(answer)
}

function createEventParser(answer: AnswerReader): BodyParser {
  const sse = createSseParser((data, name) => {
    if (!answer.isDone && data !== '') answer.addEvent(data, name)
  })
  const decoder = new TextDecoder()
  return { push: (bytes) => sse.push(decoder.decode(bytes, { stream: true })), end: () => undefined }
}

/** For an answer that is one JSON object. */
export function createWholeParser(answer: AnswerReader): BodyParser {
  const decoder = new TextDecoder()
  let body = ''
  return {
    push(bytes) {
      body += decoder.decode(bytes, { stream: true })
    },
    end: () => answer.addWhole(parseJson(body)),
  }
}
