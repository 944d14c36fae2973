import { setConfigValue, unsetConfigValue } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell } from '../../io.js'
import { openHome } from '../../setup/open-home.js'

const setting = 'skills.curation'

/** `hermes curator pause` */
export const pauseCurator: CommandHandler = async (context) => {
  const { paths } = await openHome(context)
  await setConfigValue(paths, setting, 'false')
  await tell(context.io, 'Paused: runs archive nothing until hermes curator resume.')
  return exitCode.ok
}

/** `hermes curator resume` */
export const resumeCurator: CommandHandler = async (context) => {
  const { paths, config } = await openHome(context)
  if (config.skills.curation) {
    await tell(context.io, 'The curator is not paused.')
    return exitCode.failed
  }
  await unsetConfigValue(paths, setting)
  await tell(context.io, 'Runs archive skills again.')
  return exitCode.ok
}
