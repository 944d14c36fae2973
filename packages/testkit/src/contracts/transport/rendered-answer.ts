import type { JsonObject } from '@hermes/core'
import { countIds, settle } from '../../fakes/deltas.js'
import { createChatWire } from '../../fakes/provider/chat/chat-wire.js'
import type { HttpReply, WireBody } from '../../fakes/provider/wire.js'
import { httpReply } from '../../fakes/provider/wire.js'
import { streamedAnswer, wholeAnswer } from '../../fakes/provider/wire-forms.js'
import type { Answer } from '../../fakes/reply.js'
import { question, type TransportContract } from './subject.js'

/** An answer as the bytes that a provider sends, to be damaged by a test. */
export interface RenderedAnswer {
  readonly headers: Readonly<Record<string, string>>
  /** Everything before the end marker. For an answer that is not streamed, all but its last byte. */
  readonly begin: Uint8Array
  readonly end: Uint8Array
  readonly all: Uint8Array
}

/** Renders an answer as the transport under test requests it: streamed or whole. */
export function render(contract: TransportContract, answer: Answer): RenderedAnswer {
  const { wire = createChatWire() } = contract
  const settled = settle(answer, countIds())
  const body: JsonObject = { model: question.model, stream: true }
  if (contract.gaps?.streaming) {
    const all = Buffer.from(wholeAnswer(wire, settled, body))
    return toRendered({ 'content-type': 'application/json' }, all.subarray(0, -1), all.subarray(-1))
  }
  const { head, deltas, tail, headers } = streamedAnswer(wire, settled, body)
  const begin = Buffer.concat([head, ...deltas].map((chunk) => Buffer.from(chunk)))
  return toRendered(headers, begin, Buffer.from(tail))
}

/** Creates a response with status 200, this body and the usual headers. */
export function replyWith(body: WireBody, { headers }: Pick<RenderedAnswer, 'headers'>): HttpReply {
  return httpReply(200, body, headers)
}

function toRendered(headers: Readonly<Record<string, string>>, begin: Uint8Array, end: Uint8Array): RenderedAnswer {
  return { headers, begin, end, all: Buffer.concat([begin, end]) }
}
