import { toParts } from './prefix-parts.js'

/** Where a request stops repeating the previous one. */
export interface PrefixBreak {
  /** The part that changed, by its name in the earlier request. */
  readonly part: string
  /** `changed`: the part has different bytes. `removed`: the request has something else, or nothing, in its place. */
  readonly how: 'changed' | 'removed'
  /** The first byte of the prefix that changed. Without the texts of both requests, the first byte of the part. */
  readonly byte: number
  /** The new text at this byte, up to 40 characters. Absent if the texts are unknown. */
  readonly now?: string
  /** The share of the earlier request after that byte, from 0 to 1. */
  readonly lost: number
}

/** Returns the texts of the part at an index, before and now. */
export type TextsAt = (index: number) => { readonly before: string; readonly now: string } | undefined

/** Returns the first difference between the lines of two requests; `undefined` if the later one begins with all of the earlier one. */
export function comparePrefix(
  linesBefore: string,
  linesNow: string,
  textsAt: TextsAt = () => undefined,
): PrefixBreak | undefined {
  if (linesNow.startsWith(linesBefore)) return undefined
  const [before, now] = [toParts(linesBefore), toParts(linesNow)]
  const index = before.findIndex((part, place) => part.hash !== now[place]?.hash)
  const part = before[index]
  if (!part) return undefined
  const isSame = nameless(part.name) === nameless(now[index]?.name ?? '')
  const start = before.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0)
  const total = before.reduce((sum, { bytes }) => sum + bytes, 0)
  const texts = isSame ? textsAt(index) : undefined
  const same = texts ? commonLength(texts.before, texts.now) : 0
  const byte = start + (texts ? Buffer.byteLength(texts.before.slice(0, same)) : 0)
  return {
    part: part.name,
    how: isSame ? 'changed' : 'removed',
    byte,
    ...(texts && { now: texts.now.slice(same, same + 40).toWellFormed() }),
    lost: total === 0 ? 0 : (total - byte) / total,
  }
}

/** Removes the name of a model, so that the part counts as the same for different models. */
function nameless(name: string): string {
  return name.startsWith('model ') ? 'model' : name
}

function commonLength(left: string, right: string): number {
  const end = Math.min(left.length, right.length)
  for (let index = 0; index < end; index++) if (left[index] !== right[index]) return index
  return end
}
