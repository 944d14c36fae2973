import type { OptionValues } from '../../arguments/options/options.js'
import { type Io, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { UsageError } from '../../usage-error.js'
import { inFolder } from '../in-folder.js'
import { openWorktree } from './open-worktree.js'
import { pruneLeftWorktrees } from './prune-left-worktrees.js'

/** Runs a command in a new worktree, and removes it afterwards if nothing was changed in it. @throws {UsageError} */
export async function inWorktree(
  { resume, continue: name }: OptionValues,
  io: Io,
  run: (io: Io) => Promise<number>,
): Promise<number> {
  if (resume !== undefined || name !== undefined) {
    throw new UsageError('--worktree begins a new session: a resumed one continues in its own folder.')
  }
  // Removes what earlier sessions left behind. A failure must not affect this session.
  await pruneLeftWorktrees(io).catch(() => [])
  const worktree = await openWorktree(io)
  const { folder, branch, base, isFresh } = worktree
  const doubt = isFresh ? '' : io.t` (its remote could not be fetched)`
  await writeLine(io.stderr, oneLine(io.t`Working in ${folder}, on ${branch} from ${base}${doubt}.`))
  try {
    return await run(await inFolder(io, folder))
  } finally {
    const isRemoved = await worktree.prune()
    const end = isRemoved
      ? io.t`Removed ${folder}: nothing was changed in it.`
      : io.t`Kept ${folder} with the branch ${branch}.`
    await writeLine(io.stderr, oneLine(end))
  }
}
