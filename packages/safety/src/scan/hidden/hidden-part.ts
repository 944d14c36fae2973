/** A part of a text that a person who looks at the rendered text does not see. */
export interface HiddenPart {
  readonly start: number
  readonly end: number
  /** What the model reads there. */
  readonly text: string
  readonly kind: HiddenKind
}

/**
 * `suspect`: no honest text hides words in this way. `unseen`: a finding if it tells an agent what to do, such as a comment. `aside`: shown on demand or to some
 * readers, such as an alternative text; a finding if it addresses an agent.
 */
export type HiddenKind = 'suspect' | 'unseen' | 'aside'

/** Longer parts are cut, which bounds the work for each. */
export const longestPart = 4_000
