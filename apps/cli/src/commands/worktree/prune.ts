import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openOwnWorktrees } from '../../setup/worktree/own-worktrees.js'

/** `hermes worktree prune`: one at a time, because removing a branch may leave commits of another worktree on no branch. */
export const pruneWorktrees: CommandHandler = async ({ io, values }) => {
  const worktrees = await openOwnWorktrees(io)
  const isDryRun = values['dry-run'] === true
  const list = await worktrees.list()
  let removed = 0
  for (const { folder, state } of list) {
    if (isDryRun ? state !== 'spent' : !(await worktrees.remove(folder))) continue
    removed += 1
    await writeLine(io.stdout, oneLine(isDryRun ? io.t`Would be removed: ${folder}` : io.t`Removed: ${folder}`))
  }
  const kept = list.length - removed
  if (kept > 0) await writeLine(io.stderr, io.t`Kept: ${kept}. hermes worktree list says why.`)
  else if (removed === 0) await writeLine(io.stderr, io.t`There is nothing to remove.`)
  return exitCode.ok
}
