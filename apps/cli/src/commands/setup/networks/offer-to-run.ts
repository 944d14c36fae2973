import type { CommandContext } from '../../../arguments/command-spec.js'
import { exitCode } from '../../../exit-code.js'
import type { Prompts } from '../../../prompts/prompts.js'
import { reportError } from '../../../render/outcomes/report-error.js'
import { gateway } from '../../gateway/gateway.js'

const ways = [
  { value: 'service', label: 'As a service of this machine, which starts again by itself' },
  { value: 'process', label: 'In the background, until it is stopped' },
  { value: 'later', label: 'Not now' },
] as const

const commandsOf = { service: ['install', 'restart'], process: ['restart'], later: [] } as const

/** Starts the gateway, or restarts it with the new settings. Resolves to `back` if it was not started. */
export async function offerToRun(context: CommandContext, prompts: Prompts): Promise<'done' | 'back' | 'leave'> {
  const reply = await prompts.choose<(typeof ways)[number]['value']>({ question: 'Run the gateway?', options: ways })
  if (reply.type !== 'answer') return reply.type
  for (const command of commandsOf[reply.value]) {
    if (!(await run(command, context))) {
      prompts.say('warning', `The gateway does not run. When the reason is gone: ${context.program} gateway run`)
      return 'back'
    }
  }
  if (reply.value === 'later') prompts.say('info', `To run it: ${context.program} gateway run`)
  return 'done'
}

async function run(command: string, context: CommandContext): Promise<boolean> {
  try {
    return (await gateway({ ...context, parameters: [command] })) === exitCode.ok
  } catch (error) {
    const { io, values, program } = context
    await reportError(error, { io, isVerbose: values.verbose === true, program })
    return false
  }
}
