import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openOwnWorktrees } from '../../setup/worktree/own-worktrees.js'

const meanings = {
  'in use': english`in use: a session or a lock holds it`,
  changed: english`changed: it has uncommitted changes, or another branch checked out`,
  unmerged: english`unmerged: its commits are on no other branch`,
  spent: english`spent: hermes worktree prune removes it`,
}

/** `hermes worktree list` */
export const listWorktrees: CommandHandler = async ({ io, values }) => {
  const worktrees = await (await openOwnWorktrees(io)).list()
  if (values.json) await writeLine(io.stdout, JSON.stringify(worktrees, undefined, 2))
  else {
    for (const { folder, state } of worktrees)
      await writeLine(io.stdout, oneLine(`${folder}  ${io.t.of(meanings[state])}`))
    if (worktrees.length === 0) await writeLine(io.stderr, io.t`There are none: hermes -w creates one.`)
  }
  return exitCode.ok
}
