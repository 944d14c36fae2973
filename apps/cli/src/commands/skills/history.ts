import type { Translate } from '@hermes/safety/language'
import type { SkillChange } from '@hermes/skills'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { authorName } from '../../render/tables/author-name.js'
import { formatAge } from '../../render/text/format.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openSkills } from './open-skills.js'
import { sayAction } from './skill-words.js'

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
  else if (shown.length === 0) await writeLine(io.stderr, io.t`No skill was changed yet.`)
  else for (const change of shown) await writeLine(io.stdout, describe(change, undone.has(change.id), io.t))
  return exitCode.ok
}

/** `hermes skills undo CHANGE` */
export const undoSkillChange: CommandHandler = async (context) => {
  const { store } = await openSkills(context)
  const change = await store.undo(context.parameters[0] ?? '', 'person')
  await writeLine(context.io.stderr, describe(change, false, context.io.t))
  return exitCode.ok
}

function describe(change: SkillChange, isUndone: boolean, t: Translate): string {
  const { id, atMs, action, skill, by, undoes, read = [] } = change
  const notes = [
    undoes === undefined ? '' : t`undoes ${undoes}`,
    isUndone ? t`undone` : '',
    read.length > 0 ? t`after reading ${read.join(', ')}` : '',
  ]
  const done = `${sayAction(action, t)} ${skill}  ${t`by ${authorName(by, t)}`}`
  return oneLine(`${id}  ${formatAge(atMs, Date.now(), t)}  ${done}  ${notes.filter(Boolean).join('; ')}`.trimEnd())
}
