import type { RunGit } from './run-git.js'

const words = 'in use by hermes, process'

/** Locks a worktree for this process, so that neither git nor another Hermes removes it. */
export async function holdWorktree(git: RunGit, folder: string): Promise<void> {
  await git('worktree', 'lock', '--reason', `${words} ${process.pid}`, folder)
}

export async function releaseWorktree(git: RunGit, folder: string): Promise<void> {
  await git('worktree', 'unlock', folder)
}

/** Whether a lock was left behind by a Hermes that has ended. Locks of other programs never count as left behind. */
export function isLeftBehind(reason: string): boolean {
  const pid = reason.startsWith(words) ? Number(reason.slice(words.length)) : Number.NaN
  return Number.isInteger(pid) && pid > 0 && !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is running, although it cannot be signaled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
