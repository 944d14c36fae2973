import type { JsonObject } from '@hermes/core'
import { type Delta, placed, type SettledAnswer } from '../../deltas.js'
import { bedrockEvent } from './frame.js'
import { sealOf } from './seal.js'

/** Yields one chunk per delta. The last chunk of a block also closes it. */
export function* frames(answer: SettledAnswer, issuer: string): Generator<Uint8Array> {
  for (const { delta, place, isLast } of placed(answer, (delta) => placeOf(delta, answer))) {
    const frame = frameOf(delta, place, answer)
    yield isLast ? Buffer.concat([frame, closeBlock(place, answer, issuer)]) : frame
  }
}

/** Returns the index of a delta's block among reasoning, text and calls, without empty blocks. */
function placeOf(delta: Delta, { reasoning, text }: SettledAnswer): number {
  const textPlace = reasoning ? 1 : 0
  if (delta.type === 'tool-call-delta') return textPlace + (text ? 1 : 0) + delta.index
  return delta.type === 'text-delta' ? textPlace : 0
}

function closeBlock(contentBlockIndex: number, { reasoning }: SettledAnswer, issuer: string): Uint8Array {
  const stop = bedrockEvent('contentBlockStop', { contentBlockIndex })
  if (!reasoning || contentBlockIndex > 0) return stop
  return Buffer.concat([
    deltaFrame(contentBlockIndex, { reasoningContent: { signature: sealOf(issuer, reasoning) } }),
    stop,
  ])
}

function frameOf(delta: Delta, contentBlockIndex: number, { toolCalls }: SettledAnswer): Uint8Array {
  if (delta.type !== 'tool-call-delta') {
    const { type, text } = delta
    return deltaFrame(contentBlockIndex, type === 'text-delta' ? { text } : { reasoningContent: { text } })
  }
  const { index, name, argumentsText } = delta
  if (name === undefined) return deltaFrame(contentBlockIndex, { toolUse: { input: argumentsText } })
  const toolUse = { toolUseId: toolCalls[index]?.id, name }
  return bedrockEvent('contentBlockStart', { contentBlockIndex, start: { toolUse } })
}

function deltaFrame(contentBlockIndex: number, delta: JsonObject): Uint8Array {
  return bedrockEvent('contentBlockDelta', { contentBlockIndex, delta })
}
