import { chosenProfile, listProfiles, profileOf, resolveHome } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { findHome } from '../../setup/open-home.js'

/** `hermes profile list`: marks the current profile with a star. */
export const listAllProfiles: CommandHandler = async ({ io, values }) => {
  const paths = findHome({ io, values })
  const current = profileOf(paths)
  const chosen = (await chosenProfile(resolveHome(io.env, { profile: 'default' }))) ?? 'default'
  const rows = (await listProfiles(paths)).map((name) => ({
    name,
    home: resolveHome(io.env, { profile: name }).home,
    isCurrent: name === current,
    isChosen: name === chosen,
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
