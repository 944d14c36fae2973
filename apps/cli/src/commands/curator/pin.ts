import { extendConfigList } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell } from '../../io.js'
import { findSkill } from '../skills/find-skill.js'
import { openSkills } from '../skills/open-skills.js'
import { removeFromList } from '../skills/settings.js'

/** `hermes curator pin NAME...` */
export const pinSkills: CommandHandler = async (context) => {
  const { index, paths } = await openSkills(context)
  const names = await Promise.all(context.parameters.map(async (name) => (await findSkill(index, name)).name))
  const { file } = await extendConfigList(paths, 'skills.pinned', names)
  await tell(context.io, `Saved in ${file}. Never archived by a run: ${names.join(', ')}.`)
  return exitCode.ok
}

/** `hermes curator unpin NAME...` */
export const unpinSkills: CommandHandler = async (context) => {
  const removed = await removeFromList(context, 'pinned', context.parameters)
  await tell(context.io, removed.length > 0 ? `Unpinned: ${removed.join(', ')}.` : 'They were not pinned.')
  return removed.length > 0 ? exitCode.ok : exitCode.failed
}
