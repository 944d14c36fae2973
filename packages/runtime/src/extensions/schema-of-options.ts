import type { Extension } from '@hermes/core/extension'
import type * as z from 'zod'
import { isSection } from '../schema/section.js'

/** A JSON Schema (draft 2020-12). */
export type OptionsSchema = z.core.JSONSchema.JSONSchema

/** Returns the JSON Schema of options, as provided by their library through Standard JSON Schema; an empty schema if the library has none. */
export function schemaOfOptions(options: Extension<string, unknown, unknown>['options']): OptionsSchema {
  const standard: object = options['~standard']
  if (!('jsonSchema' in standard) || !isSection(standard.jsonSchema)) return {}
  const { input } = standard.jsonSchema
  const schema: unknown = typeof input === 'function' ? input({ target: 'draft-2020-12' }) : undefined
  return isSection(schema) ? schema : {}
}
