import { doubtOf } from '../doubt/doubt-of.js'
import type { ScanSurface } from '../finding.js'
import { type ScanResult, scanText } from '../scan-text.js'
import type { ScanJudge } from './scan-judge.js'

/** Scans a text with the rules and, where one is configured, with a judge. */
export type Scan = (text: string, options: ScanOptions) => Promise<ScanResult>

export interface ScanOptions {
  readonly surface: ScanSurface
  /** Aborts the question to the judge. */
  readonly signal?: AbortSignal
}

/**
 * Passes texts to the judge that the rules let pass: short ones whole, the doubtful parts of long ones. A judge can add the finding `judged_attack`, and nothing
 * else: what the rules block stays blocked, so that an attack gains nothing from talking to the judge.
 *
 * @param judge Looked up for each text that the rules let pass. Default: the rules decide alone.
 */
export function createScan(judge: () => ScanJudge | undefined = () => undefined): Scan {
  return async (text, { surface, signal }) => {
    const result = scanText(text, { surface })
    const asked = result.block ? undefined : judge()
    if (!asked) return result
    const doubt = doubtOf(text, surface)
    if (doubt.passages === '') return result
    const question = { surface, passages: doubt.passages, doubts: doubt.names }
    const judgement = await asked(question, { ...(signal && { signal }) })
    if (judgement?.verdict !== 'attack') return result
    return { findings: [...result.findings, { name: 'judged_attack', blocks: true }], block: true }
  }
}
