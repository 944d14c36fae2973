import type { CommandHandler } from '../../arguments/command-spec.js'
import { bundledSkills } from '../../setup/bundled-skills.js'

/** `hermes gateway ...`: the gateway's own command line, in this process. */
export const gateway: CommandHandler = async ({ parameters, values, io }) => {
  const { runGateway } = await import('@hermes/gateway')
  const profile = values.profile === undefined ? [] : ['--profile', values.profile]
  const { execPath, execArgv, argv } = process
  const own = [execPath, ...execArgv, ...argv.slice(1, 2), 'gateway']
  return runGateway([...parameters, ...profile], { ...io, ...bundledSkills(), program: own })
}
