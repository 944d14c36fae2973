import type { JsonObject, Tool } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import fc from 'fast-check'
import { asObject } from '../../fakes/provider/json.js'
import { declaredArguments } from './subject.js'

/** Generates arguments with the tool's names and others, with arbitrary values. */
export function anyArguments(tool: Tool): fc.Arbitrary<JsonObject> {
  const value = fc.jsonValue({ maxDepth: 2 })
  const known = Object.fromEntries(declaredArguments(tool).map((name) => [name, value]))
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.dictionary(fc.string(), value, { maxKeys: 2 }))
    .map(([own, others]): JsonObject => asObject(parseJson(JSON.stringify({ ...others, ...own }))))
}
