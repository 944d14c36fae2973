import { chooseProfile, resolveHome } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'

/** `hermes profile use NAME`: makes it the profile of every later command without `-p`. */
export const useProfile: CommandHandler = async ({ io, parameters: [name = ''] }) => {
  await chooseProfile(resolveHome(io.env, { profile: name }))
  await writeLine(io.stderr, io.t`The profile "${name}" is used from now on, unless -p names another one.`)
  return exitCode.ok
}
