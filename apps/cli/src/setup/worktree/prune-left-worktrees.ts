import { stat } from 'node:fs/promises'
import type { Io } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { openOwnWorktrees } from './own-worktrees.js'

/** How long a folder stays after its last change, in milliseconds. Someone may still be working in it, even if nothing would be lost. */
const leftMs = 24 * 60 * 60 * 1000

/**
 * Removes the spent worktrees of a repository that have not been used for a day. They are removed one at a time, because removing a branch may
 * leave commits of another one on no branch.
 * @returns their folders; none outside a repository, and in one whose settings start programs.
 */
export async function pruneLeftWorktrees(
  place: Pick<Io, 'env' | 'workingDirectory'>,
  nowMs = Date.now(),
): Promise<readonly string[]> {
  const worktrees = await openOwnWorktrees(place).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined
    throw error
  })
  const removed: string[] = []
  for (const { folder, state } of (await worktrees?.list()) ?? []) {
    if (state !== 'spent' || nowMs - (await changedMs(folder)) < leftMs) continue
    if (await worktrees?.remove(folder)) removed.push(folder)
  }
  return removed
}

/** Returns when something was last added to the folder or removed from it. A folder that cannot be read is left to the user. */
async function changedMs(folder: string): Promise<number> {
  try {
    return (await stat(folder)).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
