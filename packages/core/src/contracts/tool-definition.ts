import type { JsonSchema } from './json.js'

/** What a model is told about a tool. */
export interface ToolDefinition {
  /** `[A-Za-z0-9_-]{1,64}`. */
  readonly name: string
  readonly description: string
  /** A JSON Schema of type `object`. */
  readonly parameters: JsonSchema
}
