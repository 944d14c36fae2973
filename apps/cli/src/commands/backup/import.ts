import { join, resolve } from 'node:path'
import type { SessionSummary } from '@hermes/core'
import { prepareHome } from '@hermes/runtime'
import { carryOut, restoreSqliteStore, writePlan } from '@hermes/runtime/restore'
import type { Translate } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { type Io, writeLine } from '../../io.js'
import { formatAge, formatBytes } from '../../render/text/format.js'
import { oneLine } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { findHome } from '../../setup/open-home.js'
import { storeOutsideHome } from '../../setup/store-file.js'
import { withSignal } from '../../setup/with-signal.js'
import { UsageError } from '../../usage-error.js'
import { compareSessions, type SessionChanges } from './compare-sessions.js'
import { createProgress } from './progress.js'
import { discardRestore, planOf, type StagedRestore, stageRestore } from './stage-restore.js'

/** `hermes import FILE`: restores a backup, atomically. */
export const importBackup: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [file = ''] = parameters
  const paths = findHome(context)
  await prepareHome(paths)
  if (!values.yes && !values['dry-run'] && !io.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask on: confirm with --yes.')
  }
  return withSignal(io, async (signal) => {
    const staged = await stage(io, paths.home, resolve(io.workingDirectory, file), signal)
    try {
      return await restore(context, paths.home, staged, signal)
    } finally {
      await discardRestore(paths.home)
    }
  })
}

async function stage(io: Io, home: string, path: string, signal: AbortSignal): Promise<StagedRestore> {
  using progress = createProgress(io)
  const onProgress = (done: number, of: number) => progress.show(io.t`Unpacking: ${done} of ${io.t.count(of, 'file')}`)
  return await stageRestore({ home, path, signal, restoreStore: restoreSqliteStore, onProgress })
}

async function restore(context: CommandContext, home: string, staged: StagedRestore, signal: AbortSignal) {
  const { io, values } = context
  const sessions = await compareSessions(home, staged)
  const kept = join('backups', `before-import-${stamp(Date.now())}`)
  if (!values.json) await describe(io, staged, sessions)
  await warnOfDatabase(context, staged)
  if (values['dry-run']) return conclude(context, { staged, sessions })
  if (!values.yes && !(await confirm(io, io.t`Restore it?`))) {
    await writeLine(io.stderr, io.t`Nothing was changed.`)
    return exitCode.failed
  }
  signal.throwIfAborted()
  const plan = planOf(staged, join(home, kept))
  await writePlan(home, plan)
  const stores = await carryOut(home, plan, restoreSqliteStore)
  return conclude(context, { staged, sessions, kept: join(home, kept), stores })
}

interface Conclusion {
  readonly staged: StagedRestore
  readonly sessions: SessionChanges
  /** Folder of the replaced files. */
  readonly kept?: string
  /** Paths of the replaced stores. */
  readonly stores?: readonly string[]
}

async function conclude({ io, values }: CommandContext, conclusion: Conclusion): Promise<number> {
  const { staged, sessions, kept, stores = [] } = conclusion
  const replaced = staged.units.filter(({ isReplacing }) => isReplacing)
  const keptAt = [...(kept !== undefined && replaced.length > 0 ? [kept] : []), ...stores]
  if (values.json) {
    const named = ({ id, title }: SessionSummary) => ({ id, title: title ?? null })
    const rows = {
      is_restored: kept !== undefined,
      created_at: staged.manifest.createdAtMs / 1000,
      files: staged.files,
      bytes: staged.bytes,
      restored: [...staged.units, ...staged.stores].map(({ name }) => name),
      kept_at: keptAt,
      sessions: { restored: sessions.restored, gained: sessions.gained.map(named), lost: sessions.lost.map(named) },
    }
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  } else if (kept === undefined) {
    await writeLine(io.stderr, io.t`Nothing was changed: this was a dry run.`)
  } else {
    await writeLine(io.stderr, io.t`${io.t.count(staged.files, 'file')} restored.`)
    for (const path of keptAt) await writeLine(io.stderr, io.t`The replaced data is kept: ${path}`)
  }
  return exitCode.ok
}

/** Warns that restored sessions would not be read, because the home keeps its sessions elsewhere. */
async function warnOfDatabase(context: CommandContext, { stores }: StagedRestore): Promise<void> {
  const place = stores.length === 0 ? undefined : await storeOutsideHome(context)
  if (place === undefined) return
  await writeLine(
    context.io.stderr,
    context.io
      .t`This home keeps its sessions in ${place}: those of the backup are restored to state.db, which is not read.`,
  )
}

async function describe(io: Io, { manifest, files, bytes, units, stores }: StagedRestore, sessions: SessionChanges) {
  const { createdAtMs, version, kind, hasSecrets } = manifest
  const { t } = io
  const size = [t.count(files, 'file'), formatBytes(bytes)].join(t`, `)
  const secrets = hasSecrets ? t`keys and logins included` : t`keys and logins not included`
  const what = kind === 'quick' ? t`the sessions alone` : secrets
  const age = formatAge(createdAtMs, Date.now(), t)
  await writeLine(io.stderr, io.t`A backup from ${age}, by Hermes ${oneLine(version)}: ${size}, ${what}.`)
  const replaced = [...units, ...stores].filter(({ isReplacing }) => isReplacing)
  const added = units.filter(({ isReplacing }) => !isReplacing)
  if (replaced.length > 0)
    await writeLine(
      io.stderr,
      io.t`Replaces ${listed(
        replaced.map(({ name }) => name),
        t,
      )}.`,
    )
  if (added.length > 0)
    await writeLine(
      io.stderr,
      io.t`Brings ${listed(
        added.map(({ name }) => name),
        t,
      )}.`,
    )
  if (stores.length === 0) return
  const { restored, gained, lost } = sessions
  await writeLine(io.stderr, io.t`Sessions: ${restored} in the backup, ${gained.length} of them not here.`)
  if (lost.length === 0) return
  const names = listed(
    lost.map(({ id, title }) => title ?? id),
    t,
  )
  await writeLine(io.stderr, io.t`${io.t.count(lost.length, 'session')} of this home will be lost: ${names}.`)
}

const mostNames = 6

function listed(names: readonly string[], t: Translate): string {
  const shown = names.slice(0, mostNames).map(oneLine).join(t`, `)
  return names.length > mostNames ? t`${shown} and ${names.length - mostNames} more` : shown
}

function stamp(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}
