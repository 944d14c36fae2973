import { createProfile, listProfiles, profileOf, resolveHome } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { findHome } from '../../setup/open-home.js'

/** `hermes profile list`. */
export const profileList: CommandHandler = async ({ io, values }) => {
  const paths = findHome({ io, values })
  const current = profileOf(paths)
  const rows = (await listProfiles(paths)).map((name) => ({
    name,
    home: resolveHome(io.env, { profile: name }).home,
    isCurrent: name === current,
  }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rows))
    return exitCode.ok
  }
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, home, isCurrent } of rows) {
    await writeLine(io.stdout, `${isCurrent ? '*' : ' '} ${name.padEnd(width)}  ${home}`)
  }
  return exitCode.ok
}

/** `hermes profile create NAME`. */
export const profileCreate: CommandHandler = async ({ io, parameters, program }) => {
  const [name = ''] = parameters
  const paths = resolveHome(io.env, { profile: name })
  await createProfile(paths)
  await writeLine(io.stdout, `Created the profile "${name}" in ${paths.home}. Use it with: ${program} -p ${name}`)
  return exitCode.ok
}
