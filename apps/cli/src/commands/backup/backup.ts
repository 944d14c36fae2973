import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { prepareHome } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { formatBytes } from '../../render/text/format.js'
import { oneLine } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { findHome } from '../../setup/open-home.js'
import { requireStoreFile, storeOutsideHome } from '../../setup/store-file.js'
import { withSignal } from '../../setup/with-signal.js'
import { UsageError } from '../../usage-error.js'
import { backUpHome } from './back-up-home.js'
import { rotateBackups } from './rotate-backups.js'
import type { WrittenBackup } from './write-backup.js'

/** `hermes backup [FILE]`: writes the home to one archive, even while it is in use. */
export const backup: CommandHandler = async (context) => {
  const { values, io, parameters } = context
  const [file] = parameters
  if (file !== undefined && values.keep !== undefined) {
    throw new UsageError('--keep only applies to the folder `backups` of the home: use it without a file.')
  }
  if (values.keep === 0) throw new UsageError('--keep takes the number of backups to keep: 1 or more.')
  if (values.quick && values.secrets) throw new UsageError('--quick only includes the sessions: omit --secrets.')
  const target = file === undefined ? undefined : resolve(io.workingDirectory, file)
  if (target !== undefined && !(await mayWrite(context, target))) return exitCode.failed
  const paths = findHome(context)
  await prepareHome(paths)
  if (values.quick) await requireStoreFile(context, { what: english`back them up`, instead: 'pg_dump' })
  return withSignal(io, async (signal) => {
    const kind = values.quick ? 'quick' : 'full'
    const hasSecrets = values.secrets === true
    const written = await backUpHome(io, { home: paths.home, path: target, kind, hasSecrets, signal })
    const removed = values.keep === undefined ? [] : await rotateBackups(dirname(written.path), kind, values.keep)
    await report(context, written, removed)
    const place = await storeOutsideHome(context)
    if (place !== undefined) {
      const means = place === 'PostgreSQL' ? 'pg_dump' : io.t`its own tools`
      await writeLine(io.stderr, io.t`The sessions are in ${place} and not in this backup: back them up with ${means}.`)
    }
    return exitCode.ok
  })
}

/** An existing file may be the only backup, so the user decides. */
async function mayWrite({ io, values }: CommandContext, path: string): Promise<boolean> {
  if (values.yes || !(await isFile(path))) return true
  if (!io.stdin.isTTY || !io.stderr.isTTY)
    throw new UsageError(`${path} exists already: name another file, or replace it with --yes.`)
  if (await confirm(io, io.t`${oneLine(path)} exists already. Replace it?`)) return true
  await writeLine(io.stderr, io.t`Nothing was changed.`)
  return false
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true
}

async function report({ io, values }: CommandContext, written: WrittenBackup, removed: readonly string[]) {
  const { path, bytes, files, skipped } = written
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify({ path, bytes, files, skipped, removed }, undefined, 2))
    return
  }
  for (const { path: name, reason } of skipped)
    await writeLine(io.stderr, io.t`Left out: ${oneLine(name)} (${io.t.of(reason)})`)
  await writeLine(io.stdout, path)
  const [amount, size] = [io.t.count(files, 'file'), formatBytes(bytes)]
  await writeLine(
    io.stderr,
    values.quick || values.secrets ? io.t`${amount}, ${size}.` : io.t`${amount}, ${size}, without keys and logins.`,
  )
  if (removed.length > 0) await writeLine(io.stderr, io.t`Deleted ${io.t.count(removed.length, 'older backup')}.`)
}
