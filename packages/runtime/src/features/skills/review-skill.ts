import { HermesError } from '@hermes/core'
import type { Scan } from '@hermes/safety/scan'
import { decideSkill, type SkillEntry, type SkillScan, type SkillTrust, scanSkill, scanSkillText } from '@hermes/skills'

export interface ReviewerOptions {
  readonly trustOf: (entry: SkillEntry) => Promise<SkillTrust>
  /** The user's own skills that are used although their scan found something. */
  readonly allowed: readonly string[]
  /** Scans the text of a skill. */
  readonly scan: Scan
}

/**
 * Creates a check of a skill before the model reads it or one of its files. It scans the text each time, and once the whole folder, which
 * the commands of the skill run.
 */
export function reviewer({
  trustOf,
  allowed,
  scan,
}: ReviewerOptions): (entry: SkillEntry, text: string) => Promise<void> {
  const scanned = new WeakMap<SkillEntry, Promise<SkillScan>>()
  return async (entry, text) => {
    const trust = await trustOf(entry)
    if (trust === 'builtin') return
    const whole = scanned.get(entry) ?? scanSkill(entry.folder)
    scanned.set(entry, whole)
    for (const { verdict, findings } of [await scanSkillText(entry.file, text, scan), await whole]) {
      const decision = decideSkill(trust, verdict)
      // A third-party skill was agreed to when it was installed.
      const isAgreed = trust === 'community' || allowed.includes(entry.name)
      const isFine = decision === 'allow' || (decision === 'ask' && isAgreed)
      if (isFine) continue
      const ids = [...new Set(findings.map(({ id }) => id))].join(', ')
      const way = decision === 'ask' ? ' If it is your own, add it to skills.allowed.' : ''
      throw new HermesError('skill/refused', `The skill "${entry.name}" is not used: its scan found ${ids}.${way}`)
    }
  }
}
