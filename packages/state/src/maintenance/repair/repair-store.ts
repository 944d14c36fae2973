import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { english } from '@hermes/safety/language'
import { checkStore } from '../check/check-store.js'
import { moveForeignLog } from '../check/foreign-log.js'
import type { StoreProblem } from '../check/store-health.js'
import { withMaintenanceLock } from '../files/maintenance-lock.js'
import { requireStore } from '../files/open-existing.js'
import { sideFiles } from '../files/side-files.js'
import { readRecord } from '../record/record-file.js'
import { acceptLosses } from '../record/settle-record.js'
import { completeRecovery } from '../recover/complete-recovery.js'
import type { RecoveryReport } from '../recover/recover-file.js'
import { isRepairableInPlace, type RepairInPlaceStep, repairInPlace } from './repair-in-place.js'
import { takeOver, unmark } from './take-over.js'

export type { RecoveryReport }

export interface RepairOptions {
  readonly path: string
  readonly onProgress?: (step: RepairStep) => void
}

export type RepairStep = 'check' | 'recover' | RepairInPlaceStep | 'verify'

export interface RepairReport {
  /** Problems found. Empty when there was nothing to repair. */
  readonly problems: readonly StoreProblem[]
  /** Problems that could not be repaired. */
  readonly remaining: readonly StoreProblem[]
  /** Report of the recovery, if the file was damaged and its content was copied to a new file. */
  readonly recovery?: RecoveryReport
  /** What was acknowledged and is missing, apart from the losses of `recovery`, in one sentence each. */
  readonly lost: readonly string[]
}

/**
 * Repairs the session store: rebuilds indexes, recounts, and fixes rows without a session. If the file itself is
 * damaged, copies everything readable into a new file and keeps the damaged one as `state.db.damaged-<time>`; processes
 * that have the store open must then reopen it.
 *
 * @throws {StoreError} `not-found` when there is no store; `newer-version`; `full`; `unavailable` when the file is not
 * a Hermes store, or is damaged and in use. The file is then unchanged.
 */
export async function repairStore({ onProgress, ...options }: RepairOptions): Promise<RepairReport> {
  const path = resolve(options.path)
  requireStore(path)
  return withMaintenanceLock(path, async () => {
    const record = readRecord(path)
    const report = await repairFile(path, (step) => onProgress?.(step))
    if (report.remaining.length > 0) return { ...report, lost: [] }
    const told = new Set(report.recovery?.losses)
    return { ...report, lost: (await acceptLosses(path, record)).filter((sentence) => !told.has(sentence)) }
  })
}

/** Repairs damage. Missing content stays reported. Requires the maintenance lock. */
export async function repairFile(
  path: string,
  report: (step: RepairStep) => void,
): Promise<Omit<RepairReport, 'lost'>> {
  completeRecovery(path)
  report('check')
  const moved = await moveLog(path)
  const damage = [...(await findDamage(path)), ...damageOfKeptLog(path)]
  const problems = [...moved, ...damage]
  if (damage.length === 0) {
    unmark(path)
    return { problems, remaining: [] }
  }
  if (damage.every(({ kind }) => isRepairableInPlace(kind))) {
    await repairInPlace(path, report)
    const remaining = await verify(path, report)
    if (remaining.length === 0) {
      unmark(path)
      return { problems, remaining }
    }
  }
  report('recover')
  const recovery = await takeOver(path, damage.map(({ text }) => text).join(' '))
  return { problems, remaining: await verify(path, report), recovery }
}

/** Sets aside a log of another file, after which it no longer counts as damage of this one. */
async function moveLog(path: string): Promise<readonly StoreProblem[]> {
  const keptAt = await moveForeignLog(path)
  if (keptAt === undefined) return []
  return [
    {
      kind: 'log',
      text: english`The write-ahead log belonged to another file and is kept as ${keptAt}.`,
      repairable: true,
    },
  ]
}

/** Returns damage in a log that was saved before SQLite could drop the rest of it. */
function damageOfKeptLog(path: string): readonly StoreProblem[] {
  const mark = sideFiles.damage(path)
  if (!existsSync(sideFiles.damagedLog(path)) || !existsSync(mark)) return []
  return [{ kind: 'log', text: readFileSync(mark, 'utf8').trim(), repairable: true }]
}

async function verify(path: string, report: (step: RepairStep) => void): Promise<readonly StoreProblem[]> {
  report('verify')
  return findDamage(path)
}

async function findDamage(path: string): Promise<readonly StoreProblem[]> {
  const { problems } = await checkStore({ path })
  return problems.filter(({ kind }) => kind !== 'lost')
}
