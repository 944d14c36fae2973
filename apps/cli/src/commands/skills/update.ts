import { HermesError } from '@hermes/core'
import type { SkillUpdate } from '@hermes/skills'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { withSignal } from '../../setup/with-signal.js'
import { describeScan } from './describe-scan.js'
import { openSkills } from './open-skills.js'
import { writeDiff } from './write-diff.js'

/** `hermes skills check [NAME...]`: exit code 1 if there is an update. */
export const checkSkills: CommandHandler = (context) =>
  eachInstalled(context, async (update) => {
    const isCurrent = isEmpty(update)
    await show(context, update)
    return isCurrent
  })

/** `hermes skills update [NAME...]` */
export const updateSkills: CommandHandler = (context) =>
  eachInstalled(context, async (update) => {
    if (isEmpty(update)) {
      await show(context, update)
      return true
    }
    await show(context, update)
    await writeDiff(context.io, update)
    for (const line of describeScan(update.scan, context.io.t)) await writeLine(context.io.stderr, `  ${line}`)
    if (
      !context.values.yes &&
      !context.values.force &&
      !(await confirm(context.io, context.io.t`Update ${update.name}?`))
    )
      return false
    const { id } = await update.apply(context.values.force === true)
    await writeLine(context.io.stderr, context.io.t`Updated ${update.name}. To take it back: hermes skills undo ${id}`)
    return true
  })

function eachInstalled(context: CommandContext, work: (update: SkillUpdate) => Promise<boolean>): Promise<number> {
  return withSignal(context.io, async (signal) => {
    const { installer } = await openSkills(context)
    const installed = Object.keys(await installer.installed())
    const names = context.parameters.length > 0 ? context.parameters : installed
    if (names.length === 0) await writeLine(context.io.stderr, context.io.t`No skill was installed from a source.`)
    let isFine = true
    for (const name of names) {
      try {
        await using update = await installer.check(name, signal)
        isFine = (await work(update)) && isFine
      } catch (error) {
        // One unavailable source does not prevent the updates of the others.
        if (!HermesError.is(error) || context.parameters.length === 1) throw error
        await writeLine(context.io.stderr, `${name}: ${safeText(context.io.t.of(error.message))}`)
        isFine = false
      }
    }
    return isFine ? exitCode.ok : exitCode.failed
  })
}

async function show({ io }: CommandContext, update: SkillUpdate): Promise<void> {
  const { name, source, files } = update
  const { t } = io
  const state = isEmpty(update) ? t`up to date` : t`has an update`
  await writeLine(io.stdout, `${name}: ${state} (${safeText(source)})`)
  const lines = [
    ...files.taken.map((path) => `  + ${path}`),
    ...files.removed.map((path) => `  - ${path}`),
    ...files.kept.map((path) => `  ! ${t`${path}: changed here and in the source; yours is kept`}`),
    ...files.edited.map((path) => `    ${t`${path}: edited here`}`),
  ]
  for (const line of lines) await writeLine(io.stdout, safeText(line))
}

function isEmpty({ files }: SkillUpdate): boolean {
  return files.taken.length === 0 && files.removed.length === 0
}
