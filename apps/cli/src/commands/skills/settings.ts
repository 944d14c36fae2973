import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { extendConfigList, setConfigValue, unsetConfigValue } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { openHome } from '../../setup/open-home.js'
import { findSkill } from './find-skill.js'
import { openSkills } from './open-skills.js'

/** `hermes skills disable NAME...` */
export const disableSkills: CommandHandler = async (context) => {
  const { index, paths } = await openSkills(context)
  const names = await Promise.all(context.parameters.map(async (name) => (await findSkill(index, name)).name))
  const { file } = await extendConfigList(paths, 'skills.disabled', names)
  await writeLine(context.io.stderr, context.io.t`Switched off in ${file}: ${names.join(', ')}.`)
  return exitCode.ok
}

/** `hermes skills enable NAME...` */
export const enableSkills: CommandHandler = async (context) => {
  const removed = await removeFromList(context, 'disabled', context.parameters)
  await writeLine(
    context.io.stderr,
    removed.length > 0 ? context.io.t`Switched on: ${removed.join(', ')}.` : context.io.t`They were not switched off.`,
  )
  return exitCode.ok
}

/** `hermes skills trust [FOLDER]` */
export const trustFolder: CommandHandler = async (context) => {
  const { paths } = await openHome(context)
  const folder = await realpath(resolve(context.io.workingDirectory, context.parameters[0] ?? '.'))
  const { file } = await extendConfigList(paths, 'skills.trusted_project_dirs', [folder])
  await writeLine(context.io.stderr, context.io.t`Skills in ${safeText(folder)} are used from now on (${file}).`)
  return exitCode.ok
}

/** `hermes skills untrust [FOLDER]` */
export const untrustFolder: CommandHandler = async (context) => {
  const given = resolve(context.io.workingDirectory, context.parameters[0] ?? '.')
  const folder = await realpath(given).catch(() => given)
  const removed = await removeFromList(context, 'trusted_project_dirs', [folder])
  const { stderr, t } = context.io
  await writeLine(
    stderr,
    removed.length > 0 ? t`Skills in ${safeText(folder)} are no longer used.` : t`${safeText(folder)} was not trusted.`,
  )
  return removed.length > 0 ? exitCode.ok : exitCode.failed
}

/** @returns the values that were in the list. */
export async function removeFromList(
  context: CommandContext,
  key: 'disabled' | 'trusted_project_dirs' | 'taps' | 'pinned',
  values: readonly string[],
): Promise<readonly string[]> {
  const { paths, config } = await openHome(context)
  const before = config.skills[key]
  const removed = before.filter((value) => values.includes(value))
  if (removed.length === 0) return []
  const path = `skills.${key}`
  await unsetConfigValue(paths, path)
  const rest = before.filter((value) => !values.includes(value))
  if (rest.length > 0) await extendConfigList(paths, path, rest)
  return removed
}

/** `hermes skills config NAME [KEY VALUE]`: shows what a skill needs and its settings, or changes one. */
export const configureSkill: CommandHandler = async (context) => {
  const { io, parameters } = context
  const { index, paths, config, variables } = await openSkills(context)
  const [name, key, value] = parameters
  const entry = await findSkill(index, name)
  if (key !== undefined && value !== undefined) {
    const { file } = await setConfigValue(paths, `skills.config.${entry.name}.${key}`, value)
    await writeLine(io.stderr, io.t`Saved ${key} in ${file}.`)
    return exitCode.ok
  }
  const values = config.skills.config[entry.name] ?? {}
  for (const setting of entry.settings ?? []) {
    const shown = values[setting.key] ?? setting.default ?? io.t`(not set)`
    await writeLine(
      io.stdout,
      safeText(`${setting.key} = ${String(shown)}${setting.description ? `  # ${setting.description}` : ''}`),
    )
  }
  for (const variable of entry.needs?.variables ?? []) {
    const isSet = Boolean(variables[variable.name])
    const state = isSet ? io.t`set` : variable.isOptional ? io.t`optional, not set` : io.t`missing`
    const hint = isSet ? '' : `  ${io.t`To set it: hermes config set ${variable.name} VALUE`}`
    await writeLine(
      io.stdout,
      safeText(`${variable.name}: ${state}${variable.help ? ` (${variable.help})` : ''}${hint}`),
    )
  }
  for (const { path, description } of entry.needs?.files ?? []) {
    await writeLine(io.stdout, safeText(`${io.t`${path} in ${paths.home}`}${description ? `: ${description}` : ''}`))
  }
  if (!entry.settings && !entry.needs?.variables && !entry.needs?.files)
    await writeLine(io.stderr, io.t`This skill has no settings and needs nothing.`)
  return exitCode.ok
}
