import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell } from '../../io.js'
import type { Prompts } from '../../prompts/prompts.js'
import { UsageError } from '../../usage-error.js'
import { isSettingSection } from './sections.js'
import { setUpSection } from './set-up-section.js'

const sectionNames = ['model', 'terminal', 'tools', 'agent', 'gateway'] as const
type SectionName = (typeof sectionNames)[number]

/** `hermes setup [SECTION]`: asks for the settings, and saves a model after it has answered. */
export const setup: CommandHandler = async (context) => {
  const { io, values, parameters, program } = context
  const section = sectionOf(parameters[0])
  if (values.reset && !(await (await import('./reset-config.js')).resetConfig(context))) return exitCode.ok
  if (values['non-interactive']) return runUnattended(section, context)
  if (!io.stdin.isTTY || !io.stderr.isTTY) {
    const script =
      section === 'gateway' ? 'setup gateway --non-interactive' : 'setup --non-interactive --provider NAME -m MODEL'
    throw new UsageError(
      `There is no terminal to ask on. On a terminal: ${program} setup. In a script: ${program} ${script}`,
    )
  }
  const { clackPrompts } = await import('../../prompts/clack-prompts.js')
  using prompts = clackPrompts(io)
  if (section !== undefined) return (await run(section, context, prompts)) ? exitCode.ok : exitCode.interrupted
  if (!(await run('model', context, prompts))) return exitCode.interrupted
  if (!values.quick) await setUpOthers(context, prompts)
  await tell(io, `Start with: ${program}`)
  return exitCode.ok
}

/** `hermes gateway setup`: the same as `hermes setup gateway`. */
export const setUpGatewayOnly: CommandHandler = (context) => setup({ ...context, parameters: ['gateway'] })

function sectionOf(name: string | undefined): SectionName | undefined {
  if (name === undefined) return undefined
  const found = sectionNames.find((candidate) => candidate === name)
  if (found) return found
  throw new UsageError(`There is no part "${name}" of setup. There are: ${sectionNames.join(', ')}.`, {
    word: name,
    known: sectionNames,
  })
}

async function runUnattended(section: SectionName | undefined, context: CommandContext): Promise<number> {
  if (section === 'gateway') {
    return (await import('./networks/set-up-networks-unattended.js')).setUpNetworksUnattended(context)
  }
  return (await import('./set-up-unattended.js')).setUpUnattended(context)
}

async function run(section: SectionName, context: CommandContext, prompts: Prompts): Promise<boolean> {
  if (isSettingSection(section)) return setUpSection(section, context, prompts)
  if (section === 'gateway') return (await import('./networks/set-up-gateway.js')).setUpGateway(context, prompts)
  if (section === 'tools') return (await import('./set-up-tools.js')).setUpTools(context, prompts)
  return (await import('./set-up-model.js')).setUpModel(context, prompts)
}

const others = [
  { value: 'done', label: 'Done' },
  { value: 'terminal', label: 'Where commands run, and who approves them' },
  { value: 'tools', label: 'Tools' },
  { value: 'agent', label: 'Limits of a turn, and messages during one' },
  { value: 'gateway', label: 'Chat networks, and the API server' },
] as const

/** Offers the other sections until the user is done. */
async function setUpOthers(context: CommandContext, prompts: Prompts): Promise<void> {
  for (;;) {
    const reply = await prompts.choose<(typeof others)[number]['value']>({ question: 'What else?', options: others })
    if (reply.type !== 'answer' || reply.value === 'done') return
    await run(reply.value, context, prompts)
  }
}
