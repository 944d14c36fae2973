import type { ImportOutcome } from '../count-of.js'

/** Something that was imported or left out. */
export interface ImportedItem {
  readonly name: string
  readonly outcome: ImportOutcome
  /** Why it has this outcome, as a sentence, unless that is evident. */
  readonly reason?: string
}
