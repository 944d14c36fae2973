import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withCareLock } from './care-lock.js'
import { checkStore } from './check-store.js'
import { isMendable, type MendStep, mendStore } from './mend-store.js'
import { demandStore } from './open-existing.js'
import type { RecoveryReport } from './recover/recover-file.js'
import { settleRecovery } from './recover/settle-recovery.js'
import { sideFiles } from './side-files.js'
import type { StoreProblem } from './store-health.js'
import { takeOver, unmark } from './take-over.js'

export type { RecoveryReport }

export interface RepairOptions {
  readonly path: string
  readonly onProgress?: (step: RepairStep) => void
}

export type RepairStep = 'check' | 'recover' | MendStep | 'verify'

export interface RepairReport {
  /** What was wrong; empty when nothing was and nothing was done. */
  readonly problems: readonly StoreProblem[]
  /** What is still wrong. */
  readonly remaining: readonly StoreProblem[]
  /** Present when the file itself was damaged and its content was carried over into a clean one. */
  readonly recovery?: RecoveryReport
}

/**
 * Mends the session store: rebuilds indexes, counts again, puts rows without a session in order. Where the file itself is
 * damaged, all that can be read of it is carried over into a clean file, and the damaged one is kept beside it as
 * `state.db.damaged-<time>`. Programs that have the store open have to open it again after that.
 *
 * @throws {StoreError} `not-found` when there is no store; `newer-version`; `full`; `unavailable` when it is not a store of
 * Hermes, or is damaged and in use. The file is then as it was.
 */
export async function repairStore({ onProgress, ...options }: RepairOptions): Promise<RepairReport> {
  const path = resolve(options.path)
  demandStore(path)
  return withCareLock(path, () => repairFile(path, (step) => onProgress?.(step)))
}

/** For under the care lock. */
export async function repairFile(path: string, report: (step: RepairStep) => void): Promise<RepairReport> {
  settleRecovery(path)
  report('check')
  const problems = [...(await checkStore({ path })).problems, ...damageOfKeptLog(path)]
  if (problems.length === 0) {
    unmark(path)
    return { problems, remaining: [] }
  }
  if (problems.every(({ kind }) => isMendable(kind))) {
    await mendStore(path, report)
    const remaining = await verify(path, report)
    if (remaining.length === 0) {
      unmark(path)
      return { problems, remaining }
    }
  }
  report('recover')
  const recovery = await takeOver(path, problems.map(({ text }) => text).join(' '))
  return { problems, remaining: await verify(path, report), recovery }
}

/** Of a log that was put aside because it was damaged, before SQLite could drop the rest of it. */
function damageOfKeptLog(path: string): readonly StoreProblem[] {
  const mark = sideFiles.damage(path)
  if (!existsSync(sideFiles.damagedLog(path)) || !existsSync(mark)) return []
  return [{ kind: 'log', text: readFileSync(mark, 'utf8').trim(), repairable: true }]
}

async function verify(path: string, report: (step: RepairStep) => void): Promise<readonly StoreProblem[]> {
  report('verify')
  return (await checkStore({ path })).problems
}
