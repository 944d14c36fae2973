import { ConfigError, type SlashCommand, type SlashCommandContext } from '@hermes/core'
import { describeUse, type MemoryEdit, type MemoryFiles, type MemoryWrites, undoneIn } from '@hermes/memory'
import { describeChange } from './describe-change.js'

export interface MemoryCommandOptions {
  readonly files: MemoryFiles
  readonly writes: MemoryWrites
  /** Returns the person whose memory a command is about; `undefined` for the owner. */
  personOf(context: SlashCommandContext): Promise<string | undefined>
}

const usage = '[show | pending | approve ID|all | reject ID|all | history | undo [ID]]'
const verbs = ['show', 'pending', 'approve', 'reject', 'history', 'undo']
const shownChanges = 20

/** `/memory`: shows what is remembered about a person, what is pending, and what can be undone. */
export function memoryCommand({ files, writes, personOf }: MemoryCommandOptions): SlashCommand {
  return {
    name: 'memory',
    usage,
    description: 'show what is remembered, decide about waiting changes, take changes back',
    category: 'info',
    complete: async (prefix) => verbs.filter((verb) => verb.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const [verb = 'show', id] = args.trim().split(/\s+/).filter(Boolean)
      const person = await personOf(context)
      if (verb === 'show') return show(files, person)
      if (verb === 'pending') return listPending(writes, person)
      if (verb === 'approve') return decide(writes, person, id, 'approve', 'applied')
      if (verb === 'reject') return decide(writes, person, id, 'reject', 'dropped')
      if (verb === 'history') return listHistory(writes, person)
      if (verb === 'undo') return undo(writes, person, id, context)
      return { type: 'error', text: `Usage: /memory ${usage}` }
    },
  }
}

const columns = [
  { key: 'file', label: 'File' },
  { key: 'entry', label: 'Entry' },
]

async function show(files: MemoryFiles, person: string | undefined) {
  const { user, notes } = files.of(person)
  const found = [
    ...(notes ? [{ file: 'notes', content: await notes.read() }] : []),
    { file: 'user', content: await user.read() },
  ]
  const rows = found.flatMap(({ file, content }) => content.entries.map((entry) => ({ file, entry })))
  const note = found.map(({ file, content }) => `${file}: ${describeUse(content)}`).join(', ')
  if (rows.length === 0) return { type: 'text', text: 'Nothing is remembered yet.' }
  return { type: 'table', columns, rows, note: `${note}. New conversations know these entries.` }
}

async function listPending(writes: MemoryWrites, person: string | undefined) {
  const pending = await writes.pending(person)
  if (pending.length === 0) return { type: 'text', text: 'No changes wait for approval.' }
  return {
    type: 'table',
    columns: [{ key: 'id', label: 'ID' }, ...columns, { key: 'why', label: 'After reading' }],
    rows: pending.map(({ id, target, edits, sources = [] }) => ({
      id,
      file: target,
      entry: edits.map(describeEdit).join('\n'),
      why: sources.join(', '),
    })),
    note: '/memory approve ID applies a change, /memory reject ID drops it; `all` instead of an ID means all of them.',
  }
}

function describeEdit(edit: MemoryEdit): string {
  if (edit.action === 'add') return `+ ${edit.content}`
  const old = `- ...${edit.oldText}...`
  return edit.action === 'remove' ? old : `${old}\n+ ${edit.content}`
}

async function decide(
  writes: MemoryWrites,
  person: string | undefined,
  id: string | undefined,
  decision: 'approve' | 'reject',
  done: string,
) {
  if (id === undefined)
    throw new ConfigError('', `Name the change: /memory ${decision} ID, or /memory ${decision} all.`)
  const ids = id === 'all' ? (await writes.pending(person)).map((change) => change.id) : [id]
  for (const each of ids) await writes[decision](each, person)
  return { type: 'text', text: ids.length === 1 ? `1 change ${done}.` : `${ids.length} changes ${done}.` }
}

async function listHistory(writes: MemoryWrites, person: string | undefined) {
  const changes = await writes.history(person)
  if (changes.length === 0) return { type: 'text', text: 'There are no changes yet.' }
  const undone = undoneIn(changes.map(({ change }) => change).reverse())
  return {
    type: 'table',
    columns: [
      { key: 'id', label: 'ID' },
      { key: 'at', label: 'When', format: 'time' },
      { key: 'by', label: 'By' },
      ...columns,
    ],
    rows: changes.slice(0, shownChanges).map(({ target, change }) => ({
      id: change.id,
      at: change.atMs,
      by: change.undoes === undefined ? (undone.has(change.id) ? `${change.by} (undone)` : change.by) : 'undo',
      file: target,
      entry: describeChange(change),
    })),
    note: '/memory undo takes back the newest change, /memory undo ID any other.',
  }
}

async function undo(
  writes: MemoryWrites,
  person: string | undefined,
  id: string | undefined,
  { sessionId }: SlashCommandContext,
) {
  const done = await writes.undo(id, { by: 'person', sessionId }, person)
  return {
    type: 'table',
    columns,
    rows: [{ file: done.target, entry: describeChange(done.change) }],
    note: 'Taken back.',
  }
}
