import { stat } from 'node:fs/promises'
import type { Io } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { openOwnWorktrees } from './own-worktrees.js'

/** Somebody may still be in a folder that holds nothing of its own: it is removed a day after its last change. */
const leftMs = 24 * 60 * 60 * 1000

/**
 * Removes the spent worktrees of a repository that have not been used for a day. One after another, because removing a branch may leave commits
 * of another on no branch.
 * @returns their folders; none outside of a repository, and in one whose settings start programs.
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

/** When something was last added to the folder or removed from it. One that cannot be looked at is left to the person. */
async function changedMs(folder: string): Promise<number> {
  try {
    return (await stat(folder)).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
