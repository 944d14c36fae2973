import type { JsonSchema } from '../values/json.js'

/** A tool as the model sees it. */
export interface ToolDefinition {
  /** `[A-Za-z0-9_-]{1,64}`. */
  readonly name: string
  readonly description: string
  /** A JSON Schema of type `object`. */
  readonly parameters: JsonSchema
}
