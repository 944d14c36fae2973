import { describeError, type JsonObject, type JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import type { LoadKind } from './kinds/index.js'

export type ItemAnswer =
  | { readonly id: JsonValue; readonly output: JsonValue; readonly ms: number }
  | { readonly id: JsonValue; readonly error: string }

/** Answers one line. Errors are reported in the answer. */
export async function answerItem(line: string, loadKind: LoadKind): Promise<ItemAnswer> {
  let id: JsonValue = null
  try {
    const item = parseItem(line)
    id = item.id ?? null
    if (!isRecord(item.input)) throw new TypeError('The item needs an object as "input".')
    const kind = await loadKind(item.kind)
    const start = performance.now()
    const output = await kind(item.input)
    return { id, output, ms: Math.round((performance.now() - start) * 1000) / 1000 }
  } catch (error) {
    return { id, error: describeError(error) }
  }
}

function parseItem(line: string): JsonObject {
  const item: JsonValue = parseJson(line)
  if (isRecord(item)) return item
  throw new TypeError('The line is not a JSON object.')
}
