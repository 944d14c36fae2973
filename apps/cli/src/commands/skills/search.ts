import type { Translate } from '@hermes/safety/language'
import type { HubResults, HubSkill } from '@hermes/skills/hub'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { columnsOf } from '../../render/screen/screen.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { truncate } from '../../render/text/text-width.js'
import { withSignal } from '../../setup/with-signal.js'
import { openSkills } from './open-skills.js'

const usualLimit = 10

/** `hermes skills search WORDS...` */
export const searchSkills: CommandHandler = (context) => list(context, context.parameters.join(' '))

/** `hermes skills browse [SITE]` */
export const browseSkills: CommandHandler = (context) => {
  const [site] = context.parameters
  return site === undefined ? list(context, '') : browseSite(context, site)
}

function list(context: CommandContext, words: string): Promise<number> {
  return withSignal(context.io, async (signal) => {
    const { hubs, config } = await openSkills(context)
    const { knownTaps, searchHubs } = await import('@hermes/skills/hub')
    const taps = [...new Set([...config.skills.taps, ...knownTaps])]
    const limit = context.values.limit || usualLimit
    const results = await searchHubs({ words, limit, signal }, { ...hubs, taps })
    return show(context, results, limit)
  })
}

function browseSite(context: CommandContext, site: string): Promise<number> {
  return withSignal(context.io, async (signal) => {
    const { hubs } = await openSkills(context)
    const { listWellKnown } = await import('@hermes/skills/hub')
    const address = /^https?:\/\//i.test(site) ? site : `https://${site}`
    return show(context, { skills: await listWellKnown(address, { ...hubs, signal }), problems: [] }, 0)
  })
}

/** Prints the results. Exit code 1 if nothing was found. @param limit For each hub; 0 for no limit. */
async function show({ io, values }: CommandContext, { skills, problems }: HubResults, limit: number): Promise<number> {
  const counts = new Map<string, number>()
  const shown = skills.filter(({ hub }) => {
    const count = (counts.get(hub) ?? 0) + 1
    counts.set(hub, count)
    return limit === 0 || count <= limit
  })
  if (values.json) await writeLine(io.stdout, JSON.stringify({ skills: shown, problems }, undefined, 2))
  else {
    const columns = io.stdout.isTTY ? columnsOf(io.stdout) : Number.POSITIVE_INFINITY
    for (const skill of shown) await writeLine(io.stdout, truncate(describe(skill, io.t), columns))
    if (shown.length === 0) await writeLine(io.stderr, io.t`No hub has a skill that fits.`)
    else
      await writeLine(
        io.stderr,
        io.t`To look at one: hermes skills inspect SOURCE. To install it: hermes skills install SOURCE.`,
      )
  }
  for (const { hub, problem } of problems)
    await writeLine(io.stderr, safeText(io.t`${hub} did not answer: ${io.t.of(problem)}`))
  return shown.length > 0 ? exitCode.ok : exitCode.failed
}

function describe({ source, description, installs }: HubSkill, t: Translate): string {
  const count = installs === undefined ? '' : `  (${t`${installs.toLocaleString('en')} installs`})`
  return oneLine(`${source}  ${description}${count}`)
}
