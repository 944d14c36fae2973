import { existsSync, rmSync } from 'node:fs'
import { type Logger, StoreError } from '@hermes/core'
import type { FileGuard } from '../../connection/file-guard.js'
import { startBackgroundCheck } from '../check/background-check.js'
import { sideFiles } from '../files/side-files.js'
import { markDamaged } from './take-over.js'

interface Watch {
  readonly path: string
  readonly logger: Logger
}

/**
 * Checks a file in use that has not been checked since its last user crashed. If it is damaged, writes are rejected and
 * the next start recovers it.
 */
export function watchUnchecked(guard: FileGuard, { path, logger }: Watch): FileGuard {
  const note = sideFiles.unchecked(path)
  if (!existsSync(note)) return guard
  let isDamaged = false
  const check = startBackgroundCheck(path)
  void check.outcome.then((outcome) => {
    if (outcome === 'unknown') return
    isDamaged = outcome === 'damaged'
    if (isDamaged) {
      // The log is in use and not part of the damage, so it is not saved.
      markDamaged(path, 'A check after a crash found damaged pages.')
      logger.log('error', 'the session store is damaged and no longer written to', { path })
    }
    rmSync(note, { force: true })
  })
  return {
    ...guard,
    check() {
      if (isDamaged) throw refusal(path)
      guard.check()
    },
    release() {
      check.stop()
      guard.release()
    },
  }
}

function refusal(path: string): StoreError {
  return new StoreError(
    'corrupt',
    `${path} is damaged and no longer written to: quit all Hermes programs. The next start recovers it.`,
  )
}
