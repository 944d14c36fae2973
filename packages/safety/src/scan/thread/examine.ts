import { type Doubt, doubtOf } from '../doubt/doubt-of.js'
import type { ScanSurface } from '../finding.js'
import { type ScanResult, scanText } from '../scan-text.js'

export interface Examination {
  readonly result: ScanResult
  /** What a judge has to know. Absent when there is no judge, or when the rules block the text. */
  readonly doubt?: Doubt
}

export interface ExamineOptions {
  readonly surface: ScanSurface
  /** Whether a judge decides about texts that the rules let pass. */
  readonly isJudged: boolean
}

/** Applies the rules to a text. */
export function examine(text: string, { surface, isJudged }: ExamineOptions): Examination {
  const result = scanText(text, { surface })
  return isJudged && !result.block ? { result, doubt: doubtOf(text, surface) } : { result }
}
