import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { bundledSkills } from '../../setup/bundled-skills.js'
import { readPiped } from '../../setup/read-prompt.js'
import { UsageError } from '../../usage-error.js'

/** The gateway, which only its commands load. */
export const loadGateway = () => import('@hermes/gateway')

/** `hermes gateway ...`: the gateway's own command line, in this process. */
export const gateway: CommandHandler = (context) => run(context.parameters, context)

/** `hermes send TARGET [TEXT]`: short for `hermes gateway send`, which takes no text from stdin. */
export const send: CommandHandler = async (context) => {
  const [target = '', ...words] = context.parameters
  const text = words.length > 0 ? words : [await pipedText(context)]
  return run(['send', '--', target, ...text], context)
}

async function pipedText({ io, program }: CommandContext): Promise<string> {
  if (io.stdin.isTTY) throw new UsageError(`There is nothing to send: ${program} send TARGET "TEXT".`)
  const text = (await readPiped(io, undefined)).trimEnd()
  if (text === '') throw new UsageError('There is nothing to send: stdin is empty.')
  return text
}

async function run(args: readonly string[], { values, io }: CommandContext): Promise<number> {
  const { runGateway } = await loadGateway()
  const profile = values.profile === undefined ? [] : ['--profile', values.profile]
  const { execPath, execArgv, argv } = process
  const own = [execPath, ...execArgv, ...argv.slice(1, 2), 'gateway']
  return runGateway([...profile, ...args], { ...io, ...bundledSkills(), program: own })
}
