import * as z from 'zod'
import { configSchema } from '../../schema/config-schema.js'

/** A JSON Schema (draft 2020-12). */
export type ConfigJsonSchema = z.core.JSONSchema.JSONSchema

/** Returns the JSON Schema of `config.yaml`, for editors and for descriptions of settings. */
export function configJsonSchema(): ConfigJsonSchema {
  return { title: 'Hermes config.yaml', ...z.toJSONSchema(configSchema, { io: 'input' }) }
}
