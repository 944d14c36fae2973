import { deleteProfile, renameProfile, requireProfile, resolveHome } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { confirm } from '../../setup/confirm.js'
import { removeWrappers, writeWrapper } from './wrapper-script.js'

/** `hermes profile rename NAME NEW` */
export const renameOneProfile: CommandHandler = async ({ io, parameters: [name = '', wanted = ''] }) => {
  await renameProfile(resolveHome(io.env, { profile: name }), resolveHome(io.env, { profile: wanted }))
  const removed = await removeWrappers(io.env, name)
  for (const alias of removed) await writeWrapper(io.env, alias === name ? wanted : alias, wanted)
  await writeLine(io.stderr, io.t`The profile "${name}" is now "${wanted}".`)
  return exitCode.ok
}

/** `hermes profile delete NAME`: deletes the profile with its settings, keys, sessions and memories. */
export const deleteOneProfile: CommandHandler = async ({ io, values, parameters: [name = ''] }) => {
  const paths = resolveHome(io.env, { profile: name })
  await requireProfile(paths)
  const question = io.t`Delete the profile "${name}" with its settings, keys, sessions and memories (${paths.home})?`
  if (!values.yes && !(await confirm(io, question))) return exitCode.failed
  await deleteProfile(paths)
  await removeWrappers(io.env, name)
  await writeLine(io.stderr, io.t`Deleted the profile "${name}".`)
  return exitCode.ok
}

/** `hermes profile alias NAME [ALIAS]`: creates a command that starts Hermes with the profile. */
export const aliasProfile: CommandHandler = async ({ io, parameters: [name = '', alias = name] }) => {
  await requireProfile(resolveHome(io.env, { profile: name }))
  const path = await writeWrapper(io.env, alias, name)
  await writeLine(io.stderr, io.t`Wrote ${path}. Start the profile "${name}" with: ${alias}`)
  return exitCode.ok
}
