import type { JsonSchema } from '@hermes/core'
import type { RemoteSkill } from './remote-skill.js'

/** A tool as its server describes it. */
export interface RemoteTool {
  /** Its name on the server. */
  readonly name: string
  readonly description: string
  /** The parameters as the server sent them: any JSON Schema. */
  readonly parameters: JsonSchema
  /** Whether the tool changes nothing, according to the server. */
  readonly isReadOnly: boolean
  /** Whether calling the tool again has no further effect, according to the server. */
  readonly isIdempotent: boolean
}

/** A prompt template of a server. */
export interface RemotePrompt {
  readonly name: string
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly isRequired: boolean }[]
}

/** What a server offers. */
export interface Listing {
  readonly tools: readonly RemoteTool[]
  readonly prompts: readonly RemotePrompt[]
  readonly hasResources: boolean
  readonly skills: readonly RemoteSkill[]
}
