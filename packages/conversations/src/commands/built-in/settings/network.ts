import type { Choice } from '@hermes/core'
import type { NetworkReach } from '@hermes/core/environment'
import type { Command, CommandContext } from '../../command.js'
import { chooseSetting, offerValues } from './choose-setting.js'

type NetworkMode = NonNullable<Choice['network']>

export interface NetworkServices {
  /** The network access that commands have by default; `undefined` where nothing confines them. */
  readonly usualNetwork: () => NetworkReach | undefined
}

const modes = ['on', 'list', 'off'] as const satisfies readonly NetworkMode[]
const modeOf = { open: 'on', listed: 'list', none: 'off' } as const satisfies Record<NetworkReach, NetworkMode>

const meanings: Readonly<Record<NetworkMode, string>> = {
  on: 'Commands reach any machine.',
  list: 'Commands reach the listed hosts, and you are asked about others.',
  off: 'Commands reach no other machine.',
}

/** `/network [on | list | off]`: shows or sets the network access of commands. */
export function networkCommand({ usualNetwork }: NetworkServices): Command {
  return {
    name: 'network',
    usage: '[on | list | off]',
    description: 'show or set the network access of commands',
    category: 'settings',
    changesChoice: true,
    who: 'admin',
    complete: async (prefix) =>
      modes.filter((mode) => mode.startsWith(prefix)).map((text) => ({ text, detail: meanings[text] })),
    async run(args, context) {
      const usual = usualNetwork()
      if (usual === undefined)
        return { type: 'error', text: 'Commands run without a sandbox here, so their network cannot be limited.' }
      if (args === '') return offer(context, modeOf[usual])
      const mode = modes.find((each) => each === args)
      if (!mode) return { type: 'error', text: 'Use /network on, /network list or /network off.' }
      return chooseSetting(context, { network: mode }, `${mode}: ${meanings[mode]}`)
    },
  }
}

function offer({ conversation }: CommandContext, usual: NetworkMode) {
  const current = conversation.choice.network ?? usual
  const values = modes.map((mode) => ({ label: mode, detail: meanings[mode], isCurrent: mode === current }))
  return offerValues(`${current}: ${meanings[current]}`, values, '/network')
}
