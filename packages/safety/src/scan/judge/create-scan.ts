import type { ScanSurface } from '../finding.js'
import type { ScanResult } from '../scan-text.js'
import { createExaminer, type ScanLimits } from '../thread/create-examiner.js'
import type { ScanJudge } from './scan-judge.js'

/**
 * Scans a text with the rules and, if configured, with a judge. A text longer than 32,768 characters is scanned in a
 * thread. If it cannot be scanned within the limits, it is blocked with the finding `scan_unfinished`.
 */
export type Scan = (text: string, options: ScanOptions) => Promise<ScanResult>

export interface ScanOptions {
  readonly surface: ScanSurface
  /** Aborts the scan of a long text, and the question to the judge. */
  readonly signal?: AbortSignal
}

/**
 * Creates a scan that passes texts to the judge that the rules let pass: short texts whole, and the doubtful parts of
 * long texts. The judge can only add the finding `judged_attack`: what the rules block stays blocked, so an attack
 * gains nothing from talking to the judge.
 *
 * @param judge Looked up for each text. Default: the rules decide alone.
 */
export function createScan(judge: () => ScanJudge | undefined = () => undefined, limits: ScanLimits = {}): Scan {
  const examine = createExaminer(limits)
  return async (text, { surface, signal }) => {
    const asked = judge()
    const given = signal && { signal }
    const { result, doubt } = await examine(text, { surface, isJudged: asked !== undefined, ...given })
    if (!asked || !doubt || doubt.passages === '') return result
    const judgment = await asked({ surface, passages: doubt.passages, doubts: doubt.names }, { ...given })
    if (judgment?.verdict !== 'attack') return result
    return { findings: [...result.findings, { name: 'judged_attack', blocks: true }], block: true }
  }
}
