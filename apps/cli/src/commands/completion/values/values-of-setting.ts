import { listConfigKeys } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { providerValues } from './models.js'
import type { ValueSource } from './value-source.js'

/** Completes the words that a setting accepts, as far as its schema lists them. */
export const valuesOfSetting: ValueSource = async (request) => {
  const { after = '' } = request
  if (after === 'model.provider') return providerValues(request)
  const schema = listConfigKeys().find(({ path }) => path === after)?.schema
  return wordsOf(schema).map((word) => ({ word }))
}

function wordsOf(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return []
  if (Array.isArray(schema.enum)) return schema.enum.map(String)
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.type === 'boolean') return ['true', 'false']
  return Array.isArray(schema.anyOf) ? [...new Set(schema.anyOf.flatMap(wordsOf))] : []
}
