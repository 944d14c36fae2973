import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createSessionImporter, type ImportReport } from '@hermes/conversations/stored'
import { HermesError, type SessionStore } from '@hermes/core'
import { prepareHome } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { findHome } from '../../setup/open-home.js'
import { withSignal } from '../../setup/with-signal.js'
import { withStore } from '../../setup/with-store.js'
import { UsageError } from '../../usage-error.js'
import { type CopiedFile, copyFiles } from './copy-files.js'
import { countOf, type ImportOutcome } from './count-of.js'
import { findSource, type Source } from './find-source.js'
import { foreignPrograms } from './foreign-program.js'
import { importProgram } from './import-program.js'
import { openForeignStore } from './open-foreign-store.js'
import { importOpenClaw } from './openclaw/import-openclaw.js'
import { holdsSessions, readSessions } from './read-sessions.js'

interface AgentImport {
  readonly source: Source
  readonly sessions: ImportReport
  readonly files: readonly CopiedFile[]
}

/** Files that users write for an agent, by hand or through its tools. */
const copied = ['SOUL.md', 'memories', 'skills']

/** `hermes import-agent PROGRAM` */
export const importAgent: CommandHandler = async (context) => {
  const { values } = context
  const [name = ''] = context.parameters
  if (name === 'openclaw') return importOpenClaw(context)
  if (values.agent !== undefined || values.secrets)
    throw new UsageError('--agent and --secrets only apply to openclaw: omit them.')
  if (name === 'hermes') return importHermes(context)
  const program = foreignPrograms.get(name)
  if (program) return importProgram(program, context)
  const known = ['hermes', 'openclaw', ...foreignPrograms.keys()]
  throw new UsageError(`"${oneLine(name)}" cannot be imported: choose ${known.join(', ')}.`, { word: name, known })
}

/** Imports the home of the Hermes Agent in Python, which stays unchanged. Exit code 1 when a session could not be read. */
async function importHermes(context: CommandContext): Promise<number> {
  const { io, values } = context
  const isDryRun = values['dry-run'] === true
  const paths = findHome(context)
  const from = resolve(io.workingDirectory, values.from ?? join(io.env.HOME ?? homedir(), '.hermes'))
  const source = await findSource(from, paths.home)
  await prepareHome(paths)
  return withSignal(
    io,
    async (signal) => {
      const sessions = await withStore(context, (store) =>
        importSessions(source, { store, isDryRun, signal, scratch: paths.cache }),
      )
      const files = await copyFiles({ from, to: paths.home, names: copied, isDryRun, signal })
      await show(context, { source, sessions, files })
      return sessions.problems.length > 0 ? exitCode.failed : exitCode.ok
    },
    english`Stopped: the sessions imported so far are kept, and a second import continues from there.`,
  )
}

interface SessionsOptions {
  readonly store: SessionStore
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  readonly scratch: string
}

async function importSessions(
  { state }: Source,
  { store, isDryRun, signal, scratch }: SessionsOptions,
): Promise<ImportReport> {
  const importer = createSessionImporter({ store, isDryRun, signal })
  if (state === undefined) return importer.finish()
  try {
    await using foreign = await openForeignStore(state, scratch)
    if (!holdsSessions(foreign.database))
      throw new HermesError('cli/import', `${state} is no store of the Hermes Agent in Python.`)
    await importer.add({ path: state, name: 'state', lines: readSessions(foreign.database), isOptional: true })
    return await importer.finish()
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause
    const { message } = cause
    throw new HermesError(
      'cli/import',
      `${state} cannot be read as a store of the Hermes Agent in Python: ${message}.`,
      { cause },
    )
  }
}

/** Whether an error comes from the source database. The target store has its own errors. */
function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

async function show({ io, values }: CommandContext, { source, sessions, files }: AgentImport): Promise<void> {
  const ids = (outcome: string) => sessions.sessions.filter((each) => each.outcome === outcome).map(({ id }) => id)
  const paths = (outcome: string) => files.filter((file) => file.outcome === outcome).map(({ path }) => path)
  if (values.json) {
    const lists = (of: typeof ids) => ({ added: of('added'), unchanged: of('unchanged') })
    const report = {
      from: source.home,
      is_dry_run: values['dry-run'] === true,
      sessions: { ...lists(ids), extended: ids('extended'), problems: sessions.problems },
      files: { ...lists(paths), kept: paths('kept'), skipped: paths('skipped') },
      not_imported: source.others,
    }
    await writeLine(io.stdout, JSON.stringify(report, undefined, 2))
    return
  }
  const { t } = io
  const say = (line: string) => writeLine(io.stderr, oneLine(line))
  const isDry = values['dry-run'] === true
  if (isDry) for (const path of paths('added')) await writeLine(io.stdout, oneLine(path))
  if (isDry)
    for (const id of [...ids('added'), ...ids('extended')]) await writeLine(io.stdout, t`session ${oneLine(id)}`)
  for (const { file, line, reason } of sessions.problems) await say(t`${file}, session ${line ?? ''}: ${t.of(reason)}`)
  for (const path of paths('kept')) await say(t`${path} differs from the one that is here, which stays.`)
  for (const path of paths('skipped')) await say(t`${path} is a link, no plain file or too large: it was left out.`)
  const counts = (of: typeof ids, names: readonly ImportOutcome[]) =>
    names.map((name) => countOf(name, of(name).length, t)).join(t`, `)
  const total = (amount: string, parts: string) =>
    say(isDry ? t`${amount}: ${parts} (a dry run: nothing was stored).` : t`${amount}: ${parts}.`)
  await total(t.count(sessions.sessions.length, 'session'), counts(ids, ['added', 'extended', 'unchanged']))
  await total(t.count(files.length, 'file'), counts(paths, ['added', 'unchanged', 'kept', 'skipped']))
  if (source.others.length > 0) await say(t`Not imported: ${source.others.join(', ')}. Keys: hermes auth add PROVIDER.`)
}
