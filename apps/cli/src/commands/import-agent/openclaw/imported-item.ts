import type { ImportOutcome } from '../count-of.js'

/** Something that was imported, or not. */
export interface ImportedItem {
  readonly name: string
  readonly outcome: ImportOutcome
  /** Why it has this outcome, as a sentence, if that is not evident. */
  readonly reason?: string
}
