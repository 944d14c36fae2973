import { type Curator, createCurator } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { formatAge } from '../../render/format.js'
import { oneLine } from '../../render/safe-text.js'
import { openSkills } from '../skills/open-skills.js'

async function openCurator(context: CommandContext): Promise<Curator> {
  const { store, index, config } = await openSkills(context)
  const { pinned, stale_after_days: staleAfterDays, archive_after_days: archiveAfterDays } = config.skills
  const skills = async () => (await index.loadAll()).list.filter(({ origin }) => origin === 'home')
  return createCurator({ store, skills, now: Date.now, pinned, staleAfterDays, archiveAfterDays })
}

/** `hermes curator status` */
export const showCurated: CommandHandler = async (context) => {
  const { io, values } = context
  const curator = await openCurator(context)
  const [skills, archived] = await Promise.all([curator.review(), curator.archived()])
  if (values.json) await writeLine(io.stdout, JSON.stringify({ skills, archived }, undefined, 2))
  else {
    for (const { name, state, kept, uses, lastAtMs } of skills) {
      const notes = [state === 'due' ? 'archived by the next run' : state, kept].filter(Boolean).join(', ')
      await writeLine(io.stdout, oneLine(`${name}  ${uses} uses, last ${formatAge(lastAtMs, Date.now())}  (${notes})`))
    }
    for (const { skill, atMs } of archived)
      await writeLine(io.stdout, oneLine(`${skill}  archived ${formatAge(atMs, Date.now())}`))
    if (skills.length === 0 && archived.length === 0) await writeLine(io.stderr, 'The home has no skills.')
  }
  return exitCode.ok
}

/** `hermes curator run` */
export const runCurator: CommandHandler = async (context) => {
  const { io, values } = context
  const curator = await openCurator(context)
  const due = (await curator.review()).filter(({ state }) => state === 'due')
  if (!values['dry-run']) await curator.run()
  const verb = values['dry-run'] ? 'Would be archived' : 'Archived'
  for (const { name } of due) await writeLine(io.stdout, oneLine(`${verb}: ${name}`))
  if (due.length === 0) await writeLine(io.stderr, 'No skill is due.')
  else if (!values['dry-run']) await writeLine(io.stderr, 'To bring one back: hermes curator restore NAME')
  return exitCode.ok
}

/** `hermes curator archive NAME` */
export const archiveSkill: CommandHandler = async (context) => {
  const { skill } = await (await openCurator(context)).archive(context.parameters[0] ?? '')
  await writeLine(context.io.stderr, oneLine(`Archived ${skill}. To bring it back: hermes curator restore ${skill}`))
  return exitCode.ok
}

/** `hermes curator restore NAME` */
export const restoreSkill: CommandHandler = async (context) => {
  const { skill } = await (await openCurator(context)).restore(context.parameters[0] ?? '')
  await writeLine(context.io.stderr, oneLine(`Brought ${skill} back.`))
  return exitCode.ok
}

/** `hermes curator undo`: exit code 1 if there is nothing to take back. */
export const undoCurator: CommandHandler = async (context) => {
  const change = await (await openCurator(context)).undo()
  await writeLine(context.io.stderr, change ? oneLine(`Brought ${change.skill} back.`) : 'No skill was archived.')
  return change ? exitCode.ok : exitCode.failed
}
