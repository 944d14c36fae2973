import { english } from '@hermes/safety/language'
import { type Curator, createCurator, type SkillEntry, suggestMerges } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { formatAge } from '../../render/text/format.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openSkills } from '../skills/open-skills.js'

interface OpenCurator {
  readonly curator: Curator
  /** Lists the skills of the home. */
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

const words = {
  active: english`active`,
  stale: english`stale`,
  pinned: english`pinned`,
  installed: english`installed`,
  yours: english`yours`,
} as const

const paused = 'The curator is paused: hermes curator resume'

/** `hermes curator status` */
export const showCurated: CommandHandler = async (context) => {
  const { io, values } = context
  const { curator, isPaused } = await openCurator(context)
  const [skills, archived] = await Promise.all([curator.review(), curator.archived()])
  if (values.json) await writeLine(io.stdout, JSON.stringify({ isPaused, skills, archived }, undefined, 2))
  else {
    if (isPaused) await tell(io, paused)
    for (const { name, state, kept, uses, lastAtMs } of skills) {
      const notes = [
        state === 'due' ? io.t`archived by the next run` : io.t.of(words[state]),
        kept && io.t.of(words[kept]),
      ]
        .filter(Boolean)
        .join(io.t`, `)
      await writeLine(
        io.stdout,
        oneLine(io.t`${name}  ${uses} uses, last ${formatAge(lastAtMs, Date.now(), io.t)}  (${notes})`),
      )
    }
    for (const { skill, atMs } of archived)
      await writeLine(io.stdout, oneLine(io.t`${skill}  archived ${formatAge(atMs, Date.now(), io.t)}`))
    if (skills.length === 0 && archived.length === 0) await tell(io, 'The home has no skills.')
  }
  return exitCode.ok
}

/** `hermes curator run` */
export const runCurator: CommandHandler = async (context) => {
  const { io, values } = context
  const { curator, isPaused } = await openCurator(context)
  if (isPaused && !values['dry-run']) {
    await tell(io, paused)
    return exitCode.ok
  }
  const due = (await curator.review()).filter(({ state }) => state === 'due')
  if (!values['dry-run']) await curator.run()
  const line = (name: string) => (values['dry-run'] ? io.t`Would be archived: ${name}` : io.t`Archived: ${name}`)
  for (const { name } of due) await writeLine(io.stdout, oneLine(line(name)))
  if (due.length === 0) await tell(io, 'No skill is due.')
  else if (!values['dry-run']) await tell(io, 'To bring one back: hermes curator restore NAME')
  return exitCode.ok
}

/** `hermes curator suggest` */
export const suggestMerging: CommandHandler = async (context) => {
  const { io, values } = context
  const { skills } = await openCurator(context)
  const suggestions = suggestMerges(await skills())
  if (values.json) await writeLine(io.stdout, JSON.stringify(suggestions, undefined, 2))
  else if (suggestions.length === 0) await tell(io, 'No two skills seem to be about the same.')
  else {
    for (const { names, likeness, shared } of suggestions)
      await writeLine(
        io.stdout,
        oneLine(`${names.join(' + ')}  ${Math.round(likeness * 100)} %  (${shared.join(', ')})`),
      )
    await tell(io, 'To merge two: /refine the one to keep by the other, then hermes curator archive the other.')
  }
  return exitCode.ok
}

/** `hermes curator archive NAME` */
export const archiveSkill: CommandHandler = async (context) => {
  const { skill } = await (await openCurator(context)).curator.archive(context.parameters[0] ?? '')
  await tell(context.io, oneLine(`Archived ${skill}. To bring it back: hermes curator restore ${skill}`))
  return exitCode.ok
}

/** `hermes curator restore NAME` */
export const restoreSkill: CommandHandler = async (context) => {
  const { skill } = await (await openCurator(context)).curator.restore(context.parameters[0] ?? '')
  await tell(context.io, oneLine(`Brought ${skill} back.`))
  return exitCode.ok
}

/** `hermes curator undo`: exit code 1 if there is nothing to undo. */
export const undoCurator: CommandHandler = async (context) => {
  const change = await (await openCurator(context)).curator.undo()
  await tell(context.io, change ? oneLine(`Brought ${change.skill} back.`) : 'No skill was archived.')
  return change ? exitCode.ok : exitCode.failed
}
