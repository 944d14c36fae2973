import { type Curator, createCurator, type SkillEntry, suggestMerges } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { formatAge } from '../../render/format.js'
import { oneLine } from '../../render/safe-text.js'
import { openSkills } from '../skills/open-skills.js'

interface OpenCurator {
  readonly curator: Curator
  /** The skills of the home. */
  readonly skills: () => Promise<readonly SkillEntry[]>
  readonly isPaused: boolean
}

async function openCurator(context: CommandContext): Promise<OpenCurator> {
  const { store, index, config } = await openSkills(context)
  const { curation, pinned, stale_after_days: staleAfterDays, archive_after_days: archiveAfterDays } = config.skills
  const skills = async () => (await index.loadAll()).list.filter(({ origin }) => origin === 'home')
  const curator = createCurator({ store, skills, now: Date.now, pinned, staleAfterDays, archiveAfterDays })
  return { curator, skills, isPaused: !curation }
}

const paused = 'The curator is paused: hermes curator resume'

/** `hermes curator status` */
export const showCurated: CommandHandler = async (context) => {
  const { io, values } = context
  const { curator, isPaused } = await openCurator(context)
  const [skills, archived] = await Promise.all([curator.review(), curator.archived()])
  if (values.json) await writeLine(io.stdout, JSON.stringify({ isPaused, skills, archived }, undefined, 2))
  else {
    if (isPaused) await writeLine(io.stderr, paused)
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
  const { curator, isPaused } = await openCurator(context)
  if (isPaused && !values['dry-run']) {
    await writeLine(io.stderr, paused)
    return exitCode.ok
  }
  const due = (await curator.review()).filter(({ state }) => state === 'due')
  if (!values['dry-run']) await curator.run()
  const verb = values['dry-run'] ? 'Would be archived' : 'Archived'
  for (const { name } of due) await writeLine(io.stdout, oneLine(`${verb}: ${name}`))
  if (due.length === 0) await writeLine(io.stderr, 'No skill is due.')
  else if (!values['dry-run']) await writeLine(io.stderr, 'To bring one back: hermes curator restore NAME')
  return exitCode.ok
}

/** `hermes curator suggest` */
export const suggestMerging: CommandHandler = async (context) => {
  const { io, values } = context
  const { skills } = await openCurator(context)
  const suggestions = suggestMerges(await skills())
  if (values.json) await writeLine(io.stdout, JSON.stringify(suggestions, undefined, 2))
  else if (suggestions.length === 0) await writeLine(io.stderr, 'No two skills seem to be about the same.')
  else {
    for (const { names, likeness, shared } of suggestions)
      await writeLine(
        io.stdout,
        oneLine(`${names.join(' + ')}  ${Math.round(likeness * 100)} %  (${shared.join(', ')})`),
      )
    await writeLine(
      io.stderr,
      'To merge two: /refine the one to keep by the other, then hermes curator archive the other.',
    )
  }
  return exitCode.ok
}

/** `hermes curator archive NAME` */
export const archiveSkill: CommandHandler = async (context) => {
  const { skill } = await (await openCurator(context)).curator.archive(context.parameters[0] ?? '')
  await writeLine(context.io.stderr, oneLine(`Archived ${skill}. To bring it back: hermes curator restore ${skill}`))
  return exitCode.ok
}

/** `hermes curator restore NAME` */
export const restoreSkill: CommandHandler = async (context) => {
  const { skill } = await (await openCurator(context)).curator.restore(context.parameters[0] ?? '')
  await writeLine(context.io.stderr, oneLine(`Brought ${skill} back.`))
  return exitCode.ok
}

/** `hermes curator undo`: exit code 1 if there is nothing to take back. */
export const undoCurator: CommandHandler = async (context) => {
  const change = await (await openCurator(context)).curator.undo()
  await writeLine(context.io.stderr, change ? oneLine(`Brought ${change.skill} back.`) : 'No skill was archived.')
  return change ? exitCode.ok : exitCode.failed
}
