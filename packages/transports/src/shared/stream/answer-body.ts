import type { TransportEvent, Usage } from '@hermes/core'
import type { HttpResponse } from '../http/http-client.js'
import { tryParseJson } from '../json.js'
import { createUtf8Decoder } from '../utf8.js'
import { createSseParser, type SkimEvents } from './sse.js'

/** Builds one answer from a response body as it arrives. Each wire has its own implementation. */
export interface AnswerReader {
  /** Adds an event of a stream. `name` is `''` for an unnamed event. */
  addEvent(data: string, name: string): void
  /** Reads simple events without a full parse. See `createDeltaSkimmer`. */
  readonly skim?: SkimEvents
  /** Adds the body of a response that is not a stream. `body` is `undefined` when it is not valid JSON. */
  addWhole(body: unknown): void
  /** Returns the deltas since the last call. */
  takeDeltas(): readonly TransportEvent[]
  /** Whether the server has marked the end of the stream, so that reading can stop. */
  isDone(): boolean
  /** Whether the provider has reported that the answer is complete, with a finish reason. */
  isComplete(): boolean
  /** The usage reported so far. */
  usage(): Usage
  /**
   * Creates the final event. Called once the answer is complete.
   * @throws {TransportError} when the answer is unusable.
   */
  finish(): TransportEvent
}

/** Passes a response body to an {@link AnswerReader}, in chunks that may be split at any byte. */
export interface BodyParser {
  push(bytes: Uint8Array): void
  /** Called at the end of the body. */
  end(): void
}

/** Chooses the parser for a response. `streaming` tells whether a stream was requested. */
export type CreateBodyParser = (
  response: Pick<HttpResponse, 'headers'>,
  streaming: boolean,
  answer: AnswerReader,
) => BodyParser

/** Chooses the parser by content type, because some servers stream without being asked and others never stream. */
export const createBodyParser: CreateBodyParser = (response, streaming, answer) => {
  const type = response.headers.get('content-type') ?? ''
  const isStream = /event-stream/i.test(type) || (streaming && !/json|html/i.test(type))
  return isStream ? createEventParser(answer) : createWholeParser(answer)
}

function createEventParser(answer: AnswerReader): BodyParser {
  const { skim } = answer
  const sse = createSseParser(
    (data, name) => {
      if (!answer.isDone() && data !== '') answer.addEvent(data, name)
    },
    skim && ((text, start) => (answer.isDone() ? start : skim(text, start))),
  )
  const decode = createUtf8Decoder()
  return { push: (bytes) => sse.push(decode(bytes)), end: () => undefined }
}

/** Maximum length of a body, in characters. */
const longestBody = 64 * 1024 * 1024

/** Creates a parser for a body that is one JSON object. */
export function createWholeParser(answer: AnswerReader): BodyParser {
  const decode = createUtf8Decoder()
  const pieces: string[] = []
  let length = 0
  return {
    push(bytes) {
      const piece = decode(bytes)
      pieces.push(piece)
      length += piece.length
      if (length > longestBody) throw new RangeError('The response body exceeds 64 Mi characters.')
    },
    end: () => answer.addWhole(tryParseJson(pieces.join(''))),
  }
}
