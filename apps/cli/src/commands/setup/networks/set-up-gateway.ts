import { describeError } from '@hermes/core'
import type { CommandContext } from '../../../arguments/command-spec.js'
import type { PromptOption, Prompts } from '../../../prompts/prompts.js'
import { setUpSection } from '../set-up-section.js'
import { openSetupKit } from '../setup-kit.js'
import { type KnownNetwork, knownNetworks } from './network-forms.js'
import { offerToRun } from './offer-to-run.js'
import { setUpNetwork } from './set-up-network.js'

type Part = KnownNetwork | 'api' | 'run' | 'done'

/** Sets up chat networks, the API server and the service, in any order. @returns whether the user reached the end. */
export async function setUpGateway(context: CommandContext, prompts: Prompts): Promise<boolean> {
  let isSaved = false
  for (;;) {
    const kit = await openSetupKit(context)
    const networks = await knownNetworks(kit)
    const run: PromptOption<Part> = { value: 'run', label: 'Run the gateway' }
    const reply = await prompts.choose<Part>({
      question: isSaved ? 'What else of the gateway?' : 'What of the gateway?',
      options: [
        ...(isSaved ? [run] : []),
        ...networks.map((network) => ({ value: network, label: labelOf(network) })),
        { value: 'api', label: 'Address and port of the API server' },
        ...(isSaved ? [] : [run]),
        { value: 'done', label: 'Done' },
      ],
    })
    if (reply.type === 'leave') return false
    if (reply.type === 'back' || reply.value === 'done') return true
    if (reply.value === 'api') {
      await setUpSection('api_server', context, prompts)
    } else if (reply.value === 'run') {
      const ended = await offerToRun(context, prompts)
      if (ended !== 'back') return ended === 'done'
    } else {
      const { form, current } = reply.value
      if (form instanceof Error) {
        prompts.say('error', describeError(form))
        continue
      }
      const ended = await setUpNetwork({ form, current, kit, context, prompts })
      if (ended === 'left') return false
      if (ended === 'saved') isSaved = true
    }
  }
}

function labelOf({ name, form, current }: KnownNetwork): string {
  const title = form instanceof Error ? name : form.title
  if (form instanceof Error) return `${title}: cannot be loaded`
  const isComplete = form.fields.every((field) => !field.isRequired || current[field.name] !== undefined)
  if (Object.keys(current).length === 0 || !isComplete) return `${title}: not set up`
  return current.enabled === false ? `${title}: switched off` : `${title}: set up`
}
