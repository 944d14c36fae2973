import type { Verdict } from '../../text/read-verdict.js'
import type { DoubtName } from '../doubt/doubt-of.js'
import type { ScanSurface } from '../finding.js'

/**
 * Decides about a text that the rules let pass. Resolves to `undefined` when it has no answer, in which case the
 * verdict of the rules counts. Rejects only with the reason of an aborted signal.
 */
export type ScanJudge = (
  question: ScanQuestion,
  options: { readonly signal?: AbortSignal },
) => Promise<ScanJudgment | undefined>

export interface ScanQuestion {
  readonly surface: ScanSurface
  /** The doubtful parts with their surroundings, or the whole text if it is short. Written by others. */
  readonly passages: string
  /** Why the text is doubtful. Empty if the rules see nothing in it. */
  readonly doubts: readonly DoubtName[]
}

export type ScanJudgment = Verdict<'harmless' | 'attack'>
