import type { JsonSchema } from '@hermes/core'
import type { RemoteSkill } from './remote-skill.js'

/** A tool as its server describes it. */
export interface RemoteTool {
  /** Its name on the server. */
  readonly name: string
  readonly description: string
  /** As the server sent it: any JSON Schema. */
  readonly parameters: JsonSchema
  /** What the server claims: it changes nothing. */
  readonly isReadOnly: boolean
  /** What the server claims: calling it again has no further effect. */
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
