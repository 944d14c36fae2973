import { describeUse, type MemoryEdit } from '@hermes/memory'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { toChangeRow } from './change-row.js'
import { withMemory } from './with-memory.js'

/** `hermes memory add TEXT` */
export const addEntry: CommandHandler = (context) =>
  edit(context, { action: 'add', content: context.parameters[0] ?? '' })

/** `hermes memory edit PART TEXT` */
export const editEntry: CommandHandler = (context) => {
  const [oldText = '', content = ''] = context.parameters
  return edit(context, { action: 'replace', oldText, content })
}

/** `hermes memory remove PART` */
export const removeEntry: CommandHandler = (context) =>
  edit(context, { action: 'remove', oldText: context.parameters[0] ?? '' })

async function edit(context: CommandContext, wanted: MemoryEdit): Promise<number> {
  const { values, io } = context
  const target = values.target ?? 'memory'
  const outcome = await withMemory(context, ({ writes, person }) =>
    writes.write({ target, edits: [wanted], by: 'person', person }),
  )
  if (outcome.status === 'pending') throw new TypeError('A change by a person does not wait for approval.')
  const { change, content } = outcome
  const use = describeUse(content, io.t)
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(change ? toChangeRow(target, change) : null, undefined, 2))
    return exitCode.ok
  }
  for (const entry of change?.archived ?? []) await writeLine(io.stderr, io.t`Archived to make room: ${oneLine(entry)}`)
  await writeLine(io.stderr, change ? io.t`Saved: ${use}.` : io.t`Nothing to change: ${use}.`)
  return exitCode.ok
}
