import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createMemoryStore, HermesError, type SessionRecord, type SessionStore, textOf } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../arguments/command-spec.js'
import type { Io } from '../io.js'
import { oneLine } from '../render/text/safe-text.js'
import { truncate } from '../render/text/text-width.js'
import { withStore } from '../setup/with-store.js'
import { UsageError } from '../usage-error.js'
import { importFiles } from './import-files.js'

/** Other programs whose sessions can be continued, and the folders of their logs. */
const programs: Readonly<Record<string, { readonly name: string; readonly folder: (env: Io['env']) => string }>> = {
  claude: {
    name: 'Claude Code',
    folder: (env) => join(env.CLAUDE_CONFIG_DIR || join(env.HOME ?? '', '.claude'), 'projects'),
  },
  codex: { name: 'Codex', folder: (env) => join(env.CODEX_HOME || join(env.HOME ?? '', '.codex'), 'sessions') },
}

/** How many of the newest logs are read to find those of the folder. */
const mostRead = 60
const mostOffered = 15

interface Log {
  readonly file: string
  readonly changedAtMs: number
}

interface Offer extends Log {
  readonly name: string
  readonly messageCount: number
}

/** Returns the command line with the id of the imported session in place of `-r @claude`. */
export async function withForeignSession(context: CommandContext, reference: string): Promise<CommandContext> {
  const resume = await withStore(context, (store) => foreignSession(store, reference, context.io))
  return { ...context, values: { ...context.values, resume } }
}

/**
 * Imports a session of another program, for `@claude` and `@codex`: the one with the given id (`@claude:2ff4`), or the one that the user chooses
 * among those that worked in this folder, or the newest of them. A session that was imported before receives what is new in it.
 * @throws {UsageError} for an unknown program. @throws {HermesError} when there is no such session.
 */
export async function foreignSession(store: SessionStore, reference: string, io: Io): Promise<string> {
  const [name = '', id] = reference.slice(1).split(':', 2)
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (!program) throw new UsageError(`There is no "@${name}": sessions of @claude and @codex can be resumed.`)
  const logs = await newestLogs(program.folder(io.env))
  const offers = id === undefined ? await offersIn(logs, io.workingDirectory) : []
  const chosen = id === undefined ? await choose(offers, program.name, io) : logs.find(({ file }) => hasId(file, id))
  if (!chosen) {
    throw new HermesError(
      'cli/import',
      id === undefined
        ? `There is no session of ${program.name} in ${io.workingDirectory}.`
        : `There is no session of ${program.name} with the id "${id}".`,
    )
  }
  const { sessions, problems } = await importInto(store, chosen.file)
  const [imported] = sessions
  if (imported) return imported.id
  throw new HermesError('cli/import', `${chosen.file} could not be imported: ${problems[0]?.reason ?? 'it is empty'}.`)
}

function hasId(file: string, id: string): boolean {
  return basename(file, '.jsonl').includes(id)
}

async function newestLogs(folder: string): Promise<readonly Log[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    // Logs of sub-agents have a separate folder.
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !entry.parentPath.endsWith('subagents'))
    .map((entry) => join(entry.parentPath, entry.name))
  const logs = await Promise.all(files.map(async (file) => ({ file, changedAtMs: (await stat(file)).mtimeMs })))
  return logs.toSorted((left, right) => right.changedAtMs - left.changedAtMs)
}

async function offersIn(logs: readonly Log[], folder: string): Promise<readonly Offer[]> {
  const offers: Offer[] = []
  for (const log of logs.slice(0, mostRead)) {
    const store = createMemoryStore()
    const [imported] = (await importInto(store, log.file)).sessions
    const session = imported && (await store.sessions.get(imported.id))
    if (session?.workingDirectory === folder) {
      offers.push({ ...log, name: await nameOf(store, session), messageCount: session.messageCount })
    }
    if (offers.length === mostOffered) break
  }
  return offers
}

async function choose(offers: readonly Offer[], program: string, io: Io): Promise<Log | undefined> {
  if (offers.length < 2 || io.stdin.isTTY !== true || io.stderr.isTTY !== true) return offers[0]
  const { clackPrompts } = await import('../prompts/clack-prompts.js')
  using prompts = clackPrompts(io)
  const reply = await prompts.choose<Log>({
    question: english`Which session of ${program}?`,
    options: offers.map((offer) => ({
      value: offer,
      label: offer.name,
      hint: `${new Date(offer.changedAtMs).toISOString().slice(0, 16).replace('T', ' ')}, ${io.t.count(offer.messageCount, 'message')}`,
    })),
  })
  if (reply.type === 'answer') return reply.value
  throw new HermesError('cli/import', 'No session was chosen.')
}

/** Returns the title, or the beginning of the session. */
async function nameOf(store: SessionStore, { id, title }: SessionRecord): Promise<string> {
  if (title !== undefined) return title
  const first = (await store.messages.load(id)).find(({ message }) => message.role === 'user')
  return truncate(oneLine(textOf(first?.message.content ?? id)), 60)
}

function importInto(store: SessionStore, file: string) {
  return importFiles([file], { store, isDryRun: false, signal: new AbortController().signal })
}
