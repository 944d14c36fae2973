/** The kinds of facts that a summary must keep. */
export const factKinds = [
  'path',
  'number',
  'identifier',
  'decision',
  'open question',
  'changed instruction',
  'preference',
  'error and fix',
  'completed work',
  'unfinished work',
] as const

export type FactKind = (typeof factKinds)[number]

/** A fact that is stated once in a long history and needed at its end. */
export interface Fact {
  readonly kind: FactKind
  /** Its position in the history, from 0 to 1. */
  readonly at: number
  /** Texts that must all be found, ignoring case. Of a list, any one. */
  readonly needles: readonly (string | readonly string[])[]
}

/** How a fact is stated. */
export interface Mention {
  /** The user's message. */
  readonly user?: string
  /** The model's message to the user. */
  readonly assistant?: string
  /** The model's tool call with its result. */
  readonly call?: { readonly name: string; readonly args: object; readonly result: string }
}
