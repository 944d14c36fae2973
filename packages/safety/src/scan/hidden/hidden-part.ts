/** A part of a text that a person looking at the rendered text does not see. */
export interface HiddenPart {
  readonly start: number
  readonly end: number
  /** The text of the part as the model reads it. */
  readonly text: string
  readonly kind: HiddenKind
}

/**
 * How a part is hidden. `suspect`: no honest text hides words in this way. `unseen`: such as a comment; a finding if it
 * tells an agent what to do. `aside`: shown on demand or to some readers, such as an alternative text; a finding if it
 * addresses an agent.
 */
export type HiddenKind = 'suspect' | 'unseen' | 'aside'

/** Maximum length of a part. Longer parts are cut, which bounds the work for each. */
export const longestPart = 4_000
