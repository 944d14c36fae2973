import type { SkillChange } from '@hermes/skills'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { formatAge } from '../../render/format.js'
import { oneLine } from '../../render/safe-text.js'
import { openSkills } from './open-skills.js'

const usualLimit = 20

/** `hermes skills history` */
export const listSkillChanges: CommandHandler = async (context) => {
  const { io, values } = context
  const { store } = await openSkills(context)
  const all = (await store.changes()).toReversed()
  const limit = values.limit ?? usualLimit
  const shown = limit > 0 ? all.slice(0, limit) : all
  const undone = new Set(all.flatMap(({ undoes }) => undoes ?? []))
  if (values.json) await writeLine(io.stdout, JSON.stringify(shown, undefined, 2))
  else if (shown.length === 0) await writeLine(io.stderr, 'No skill was changed yet.')
  else for (const change of shown) await writeLine(io.stdout, describe(change, undone.has(change.id)))
  return exitCode.ok
}

/** `hermes skills undo CHANGE` */
export const undoSkillChange: CommandHandler = async (context) => {
  const { store } = await openSkills(context)
  const change = await store.undo(context.parameters[0] ?? '', 'person')
  await writeLine(context.io.stderr, describe(change, false))
  return exitCode.ok
}

function describe({ id, atMs, action, skill, by, undoes, read = [] }: SkillChange, isUndone: boolean): string {
  const notes = [
    undoes === undefined ? '' : `undoes ${undoes}`,
    isUndone ? 'undone' : '',
    read.length > 0 ? `after reading ${read.join(', ')}` : '',
  ]
  return oneLine(
    `${id}  ${formatAge(atMs, Date.now())}  ${action} ${skill}  by ${by}  ${notes.filter(Boolean).join('; ')}`.trimEnd(),
  )
}
