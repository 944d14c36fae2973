import type { MemoryEdit, PendingChange } from '@hermes/memory'
import type { Translate } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { authorName } from '../../render/tables/author-name.js'
import { formatAge } from '../../render/text/format.js'
import { exactText, oneLine } from '../../render/text/safe-text.js'
import { UsageError } from '../../usage-error.js'
import { type MemoryInUse, withMemory } from './with-memory.js'

/** `hermes memory pending` */
export const listPending: CommandHandler = async (context) => {
  const { values, io } = context
  const pending = await withMemory(context, ({ writes, person }) => writes.pending(person))
  if (values.json) await writeLine(io.stdout, JSON.stringify(pending.map(toRow), undefined, 2))
  else if (pending.length === 0) await writeLine(io.stderr, io.t`No changes wait for approval.`)
  else for (const change of pending) await writeLine(io.stdout, describe(change, io.t))
  return exitCode.ok
}

/** `hermes memory approve [ID...]` */
export const approvePending: CommandHandler = (context) =>
  decide(
    context,
    { name: 'applied', say: (t, changes) => t`${changes} applied.` },
    async ({ writes, person }, id) => void (await writes.approve(id, person)),
  )

/** `hermes memory reject [ID...]` */
export const rejectPending: CommandHandler = (context) =>
  decide(
    context,
    { name: 'dropped', say: (t, changes) => t`${changes} dropped.` },
    async ({ writes, person }, id) => void (await writes.reject(id, person)),
  )

interface Decision {
  /** Key of the ids of the changes in `--json`. */
  readonly name: string
  say(t: Translate, changes: string): string
}

async function decide(
  context: CommandContext,
  { name, say }: Decision,
  apply: (memory: MemoryInUse, id: string) => Promise<void>,
): Promise<number> {
  const { values, io, parameters } = context
  if (parameters.length === 0 && !values.all) throw new UsageError('Name the changes, or use --all.')
  const ids = await withMemory(context, async (memory) => {
    const all = values.all ? (await memory.writes.pending(memory.person)).map(({ id }) => id) : parameters
    for (const id of all) await apply(memory, id)
    return all
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify({ [name]: ids }, undefined, 2))
  else await writeLine(io.stderr, say(io.t, io.t.count(ids.length, 'change')))
  return exitCode.ok
}

function toRow({ id, atMs, target, edits, by, sessionId, sources }: PendingChange) {
  return { id, at: atMs / 1000, target, by, session: sessionId ?? null, sources: sources ?? [], edits }
}

function describe({ id, atMs, target, by, edits, sources = [] }: PendingChange, t: Translate): string {
  const author = t`by ${authorName(by, t)}`
  const made = sources.length > 0 ? t`${author}, after reading ${sources.map(oneLine).join(', ')}` : author
  return [`${id}  ${formatAge(atMs, Date.now(), t)}  ${target}  ${made}`, ...edits.flatMap(linesOf)].join('\n')
}

function linesOf(edit: MemoryEdit): readonly string[] {
  return [
    ...(edit.action === 'add' ? [] : [`  - ...${exactText(edit.oldText)}...`]),
    ...(edit.action === 'remove' ? [] : [`  + ${exactText(edit.content)}`]),
  ]
}
