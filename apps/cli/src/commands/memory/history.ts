import { addedBy, removedBy, type TargetChange, undoneIn } from '@hermes/memory'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { authorName } from '../../render/tables/author-name.js'
import { formatAge } from '../../render/text/format.js'
import { oneLine } from '../../render/text/safe-text.js'
import { toChangeRow } from './change-row.js'
import { withMemory } from './with-memory.js'

const usualLimit = 20

/** `hermes memory history` */
export const listChanges: CommandHandler = async (context) => {
  const { values, io } = context
  const limit = values.limit ?? usualLimit
  const { changes, undone } = await withMemory(context, async ({ writes, person }) => {
    const all = await writes.history(person)
    return {
      changes: limit > 0 ? all.slice(0, limit) : all,
      undone: undoneIn(all.map(({ change }) => change).reverse()),
    }
  })
  if (values.json) {
    const rows = changes.map(({ target, change }) => ({
      ...toChangeRow(target, change),
      undone: undone.has(change.id),
    }))
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  } else if (changes.length === 0) await writeLine(io.stderr, io.t`There are no changes yet.`)
  else for (const each of changes) await writeLine(io.stdout, describe(each, undone, io.t))
  return exitCode.ok
}

/** `hermes memory undo [CHANGE]` */
export const undoChange: CommandHandler = async (context) => {
  const { values, io, parameters } = context
  const done = await withMemory(context, ({ writes, person }) => writes.undo(parameters[0], { by: 'person' }, person))
  if (values.json) await writeLine(io.stdout, JSON.stringify(toChangeRow(done.target, done.change), undefined, 2))
  else await writeLine(io.stderr, describe(done, new Set(), io.t))
  return exitCode.ok
}

function describe({ target, change }: TargetChange, undone: ReadonlySet<string>, t: Translate): string {
  const { id, atMs, by, undoes } = change
  const note = undoes === undefined ? (undone.has(id) ? t` (undone)` : '') : t` (undoes ${undoes})`
  const lines = [
    ...removedBy(change).map((entry) => `  - ${oneLine(entry)}`),
    ...addedBy(change).map((entry) => `  + ${oneLine(entry)}`),
  ]
  return [`${id}  ${formatAge(atMs, Date.now(), t)}  ${target}  ${t`by ${authorName(by, t)}`}${note}`, ...lines].join(
    '\n',
  )
}
