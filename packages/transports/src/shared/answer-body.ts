import type { TransportEvent, Usage } from '@hermes/core'
import type { HttpResponse } from './http/http-client.js'
import { tryParseJson } from './json.js'
import { createSseParser, type SkimEvents } from './sse.js'
import { createUtf8Decoder } from './utf8.js'

/** A wire's understanding of one answer, which grows while the body comes in. */
export interface AnswerReader {
  /** One event of a stream: its data, and its name (`''` without one). */
  addEvent(data: string, name: string): void
  /** Reads simple events without a full parse; see `createDeltaSkimmer`. */
  readonly skim?: SkimEvents
  /** The body of an answer that came whole; `undefined` when it was no JSON. */
  addWhole(body: unknown): void
  /** The deltas since the last time. */
  takeDeltas(): readonly TransportEvent[]
  /** The server said that nothing more comes: reading may stop. */
  readonly isDone: boolean
  /** The provider said that the answer is complete, and why. */
  readonly isComplete: boolean
  /** What the provider has counted so far. Absent for a wire that counts at the end alone. */
  readonly usage?: Usage
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
export type CreateBodyParser = (
  response: Pick<HttpResponse, 'headers'>,
  streaming: boolean,
  answer: AnswerReader,
) => BodyParser

/** Servers decide for themselves how a body is laid out: some stream unasked, some never do. */
export const createBodyParser: CreateBodyParser = (response, streaming, answer) => {
  const type = response.headers.get('content-type') ?? ''
  const isStream = /event-stream/i.test(type) || (streaming && !/json|html/i.test(type))
  return isStream ? createEventParser(answer) : createWholeParser(answer)
}

function createEventParser(answer: AnswerReader): BodyParser {
  const { skim } = answer
  const sse = createSseParser(
    (data, name) => {
      if (!answer.isDone && data !== '') answer.addEvent(data, name)
    },
    skim && ((text, start) => (answer.isDone ? start : skim(text, start))),
  )
  const decode = createUtf8Decoder()
  return { push: (bytes) => sse.push(decode(bytes)), end: () => undefined }
}

/** In characters. */
const longestBody = 64 * 1024 * 1024

/** For an answer that is one JSON object. */
export function createWholeParser(answer: AnswerReader): BodyParser {
  const decode = createUtf8Decoder()
  const pieces: string[] = []
  let length = 0
  return {
    push(bytes) {
      const piece = decode(bytes)
      pieces.push(piece)
      length += piece.length
      if (length > longestBody) throw new RangeError('The answer never ends.')
    },
    end: () => answer.addWhole(tryParseJson(pieces.join(''))),
  }
}
