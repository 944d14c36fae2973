import type { FetchedSource, OfferedSkill } from '@hermes/skills'
import { decideSkill, trustOfSource } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { withSignal } from '../../setup/with-signal.js'
import { UsageError } from '../../usage-error.js'
import { describeScan } from './describe-scan.js'
import { openSkills } from './open-skills.js'

/** `hermes skills install SOURCE [SKILL...]` */
export const installSkills: CommandHandler = (context) =>
  withSignal(context.io, async (signal) => {
    const { values, parameters } = context
    const [source = '', ...names] = parameters
    const { installer } = await openSkills(context)
    await using fetched = await installer.fetch(source, signal)
    const chosen = choose(fetched, names, values.all === true)
    let isComplete = true
    for (const skill of chosen) {
      if (!(await confirmAndInstall(context, fetched, skill))) isComplete = false
    }
    return isComplete ? exitCode.ok : exitCode.failed
  })

/** Shows a skill with its scan, and installs it when the user agrees. @returns whether it was installed. */
export async function confirmAndInstall(
  context: CommandContext,
  { source, install }: Pick<FetchedSource, 'source' | 'install'>,
  skill: OfferedSkill,
): Promise<boolean> {
  const { stderr, t } = context.io
  await writeLine(stderr, `${skill.name}: ${oneLine(skill.description)}`)
  for (const line of describeScan(skill.scan, t)) await writeLine(stderr, `  ${line}`)
  if (!(await agrees(context, source, skill))) {
    await writeLine(stderr, t`Not installed: ${skill.name}.`)
    return false
  }
  await install(skill, true)
  await writeLine(stderr, t`Installed ${skill.name} from ${safeText(source)}.`)
  return true
}

function choose({ skills }: FetchedSource, names: readonly string[], isAll: boolean): readonly OfferedSkill[] {
  if (isAll || (skills.length === 1 && names.length === 0)) return skills
  const list = skills
    .map(({ name }) => name)
    .toSorted()
    .join(', ')
  if (names.length === 0)
    throw new UsageError(
      `The source has ${skills.length} skills: name those to install, or use --all. They are: ${list}`,
    )
  return names.map((name) => {
    const skill = skills.find((each) => each.name === name)
    if (skill) return skill
    throw new UsageError(`The source has no skill "${name}". It has: ${list}`)
  })
}

/** `--yes` agrees to safe skills, `--force` also to those that need a look. Dangerous skills are rejected later, whatever the answer. */
async function agrees(
  { io, values }: CommandContext,
  source: string,
  { name, scan }: Pick<OfferedSkill, 'name' | 'scan'>,
): Promise<boolean> {
  const decision = decideSkill(trustOfSource(`${source}/`), scan.verdict)
  if (decision === 'refuse' || values.force) return true
  if (decision === 'allow' && values.yes) return true
  if (decision === 'ask' && !io.stdin.isTTY) {
    await writeLine(io.stderr, `  ${io.t`It needs a look: read it, then confirm with --force.`}`)
    return false
  }
  return confirm(io, io.t`Install ${name}?`)
}

/** `hermes skills uninstall NAME` */
export const uninstallSkill: CommandHandler = async (context) => {
  const [name = ''] = context.parameters
  const { installer } = await openSkills(context)
  const { id } = await installer.uninstall(name)
  await writeLine(context.io.stderr, context.io.t`Removed ${name}. To bring it back: hermes skills undo ${id}`)
  return exitCode.ok
}

/** `hermes skills reset NAME` */
export const resetSkill: CommandHandler = async (context) => {
  const [name = ''] = context.parameters
  const { installer } = await openSkills(context)
  const { id } = await installer.reset(name)
  await writeLine(
    context.io.stderr,
    context.io.t`${name} is the one that Hermes ships again. To bring your copy back: hermes skills undo ${id}`,
  )
  return exitCode.ok
}
