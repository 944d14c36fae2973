import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { bundledSkills } from '../../setup/bundled-skills.js'

/** Loads the gateway, which only its own commands need. */
export const loadGateway = () => import('@hermes/gateway')

/** `hermes gateway ...`: the gateway's own command line, in this process. */
export const gateway: CommandHandler = (context) => run(context.parameters, context)

async function run(args: readonly string[], { values, io }: CommandContext): Promise<number> {
  const { runGateway } = await loadGateway()
  const profile = values.profile === undefined ? [] : ['--profile', values.profile]
  const { execPath, execArgv, argv } = process
  const own = [execPath, ...execArgv, ...argv.slice(1, 2), 'gateway']
  return runGateway([...profile, ...args], { ...io, ...bundledSkills(), program: own })
}
