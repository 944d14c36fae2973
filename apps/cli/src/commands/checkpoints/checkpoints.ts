import { type CheckpointStorage, openStoredCheckpoints } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { parseSpan } from '../../arguments/parse-when.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { formatAge, formatBytes } from '../../render/text/format.js'
import { oneLine } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { findPreparedHome } from '../../setup/open-home.js'

const usualAge = '7d'

async function open(context: CommandContext): Promise<CheckpointStorage> {
  const { env, workingDirectory } = context.io
  return openStoredCheckpoints({ paths: await findPreparedHome(context), variables: env, workingDirectory })
}

/** `hermes checkpoints status` */
export const showCheckpoints: CommandHandler = async (context) => {
  const { io, values } = context
  const storage = await open(context)
  const [workspaces, bytes] = await Promise.all([storage.workspaces(), storage.size()])
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify({ bytes, workspaces }, undefined, 2))
    return exitCode.ok
  }
  for (const { workspace, checkpoints, newestAtMs } of workspaces) {
    const folder = workspace ?? io.t`a folder of an earlier version`
    await writeLine(
      io.stdout,
      oneLine(io.t`${folder}  ${checkpoints}, newest ${formatAge(newestAtMs, Date.now(), io.t)}`),
    )
  }
  await writeLine(
    io.stderr,
    workspaces.length === 0
      ? io.t`There are no checkpoints.`
      : io.t`All of them take ${formatBytes(bytes)}. /rollback restores files; hermes checkpoints prune makes room.`,
  )
  return exitCode.ok
}

/** `hermes checkpoints prune` */
export const pruneCheckpoints: CommandHandler = async (context) => {
  const age = context.values['older-than'] ?? usualAge
  return prune(context, Date.now() - parseSpan('--older-than', age))
}

/** `hermes checkpoints clear` */
export const clearCheckpoints: CommandHandler = async (context) => {
  const { io, values } = context
  if (!values.yes && !(await confirm(io, io.t`Delete the checkpoints of all folders permanently?`))) {
    await writeLine(io.stderr, io.t`Nothing was deleted.`)
    return exitCode.failed
  }
  return prune(context)
}

async function prune(context: CommandContext, beforeMs?: number): Promise<number> {
  const storage = await open(context)
  const before = await storage.size()
  const deleted = await storage.prune(beforeMs === undefined ? {} : { beforeMs })
  const freed = Math.max(0, before - (await storage.size()))
  await writeLine(
    context.io.stderr,
    context.io.t`Checkpoints deleted: ${deleted}. ${formatBytes(freed)} are free again.`,
  )
  return exitCode.ok
}
