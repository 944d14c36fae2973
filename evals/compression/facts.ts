/** What a summary must not lose, by kind. */
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

/** Something that is said once in a long history and has to be known at its end. */
export interface Fact {
  readonly kind: FactKind
  /** Where in the history, from 0 to 1. */
  readonly at: number
  /** All of these must be found, whatever the case. A list: any one of it. */
  readonly needles: readonly (string | readonly string[])[]
}

/** How a fact comes up. */
export interface Mention {
  /** What the user says. */
  readonly user?: string
  /** What the model says to the user. */
  readonly assistant?: string
  /** What the model does, with what result. */
  readonly call?: { readonly name: string; readonly args: object; readonly result: string }
}
