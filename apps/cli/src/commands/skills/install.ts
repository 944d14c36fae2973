import type { FetchedSource, OfferedSkill, SkillUpdate } from '@hermes/skills'
import { decideSkill, trustOfSource } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine, safeText } from '../../render/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { withSignal } from '../../setup/with-signal.js'
import { UsageError } from '../../usage-error.js'
import { describeScan } from './describe-scan.js'
import { openSkills } from './open-skills.js'

/** `hermes skills install SOURCE [SKILL...]` */
export const installSkills: CommandHandler = (context) =>
  withSignal(context.io, async (signal) => {
    const { io, values, parameters } = context
    const [source = '', ...names] = parameters
    const { installer } = await openSkills(context)
    await using fetched = await installer.fetch(source, signal)
    const chosen = choose(fetched, names, values.all === true)
    let isComplete = true
    for (const skill of chosen) {
      await writeLine(io.stderr, `${skill.name}: ${oneLine(skill.description)}`)
      for (const line of describeScan(skill.scan)) await writeLine(io.stderr, `  ${line}`)
      if (!(await agrees(context, fetched.source, skill))) {
        await writeLine(io.stderr, `Not installed: ${skill.name}.`)
        isComplete = false
        continue
      }
      await fetched.install(skill, true)
      await writeLine(io.stderr, `Installed ${skill.name} from ${safeText(fetched.source)}.`)
    }
    return isComplete ? exitCode.ok : exitCode.failed
  })

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

/** `--yes` answers for safe skills, `--force` also for those that need a look. Dangerous ones are refused later, whatever the answer. */
async function agrees(
  { io, values }: CommandContext,
  source: string,
  { name, scan }: Pick<OfferedSkill, 'name' | 'scan'>,
): Promise<boolean> {
  const decision = decideSkill(trustOfSource(`${source}/`), scan.verdict)
  if (decision === 'refuse' || values.force) return true
  if (decision === 'allow' && values.yes) return true
  if (decision === 'ask' && !io.stdin.isTTY) {
    await writeLine(io.stderr, '  It needs a look: read it, then confirm with --force.')
    return false
  }
  return confirm(io, `Install ${name}?`)
}

/** `hermes skills uninstall NAME` */
export const uninstallSkill: CommandHandler = async (context) => {
  const [name = ''] = context.parameters
  const { installer } = await openSkills(context)
  const { id } = await installer.uninstall(name)
  await writeLine(context.io.stderr, `Removed ${name}. To bring it back: hermes skills undo ${id}`)
  return exitCode.ok
}

/** `hermes skills check [NAME...]`: exit code 1 if there is an update. */
export const checkSkills: CommandHandler = (context) =>
  eachInstalled(context, async (update) => {
    const isCurrent = isEmpty(update)
    await tell(context, update, isCurrent ? 'up to date' : 'has an update')
    return isCurrent
  })

/** `hermes skills update [NAME...]` */
export const updateSkills: CommandHandler = (context) =>
  eachInstalled(context, async (update) => {
    if (isEmpty(update)) {
      await tell(context, update, 'up to date')
      return true
    }
    await tell(context, update, 'has an update')
    for (const line of describeScan(update.scan)) await writeLine(context.io.stderr, `  ${line}`)
    if (!context.values.yes && !context.values.force && !(await confirm(context.io, `Update ${update.name}?`)))
      return false
    const { id } = await update.apply(context.values.force === true)
    await writeLine(context.io.stderr, `Updated ${update.name}. To take it back: hermes skills undo ${id}`)
    return true
  })

function eachInstalled(context: CommandContext, work: (update: SkillUpdate) => Promise<boolean>): Promise<number> {
  return withSignal(context.io, async (signal) => {
    const { installer } = await openSkills(context)
    const installed = Object.keys(await installer.installed())
    const names = context.parameters.length > 0 ? context.parameters : installed
    if (names.length === 0) await writeLine(context.io.stderr, 'No skill was installed from a source.')
    let isFine = true
    for (const name of names) {
      await using update = await installer.check(name, signal)
      isFine = (await work(update)) && isFine
    }
    return isFine ? exitCode.ok : exitCode.failed
  })
}

async function tell({ io }: CommandContext, { name, source, files }: SkillUpdate, state: string): Promise<void> {
  await writeLine(io.stdout, `${name}: ${state} (${safeText(source)})`)
  const lines = [
    ...files.taken.map((path) => `  + ${path}`),
    ...files.removed.map((path) => `  - ${path}`),
    ...files.kept.map((path) => `  ! ${path}: changed here and in the source; yours is kept`),
    ...files.edited.map((path) => `    ${path}: edited here`),
  ]
  for (const line of lines) await writeLine(io.stdout, safeText(line))
}

function isEmpty({ files }: SkillUpdate): boolean {
  return files.taken.length === 0 && files.removed.length === 0
}
