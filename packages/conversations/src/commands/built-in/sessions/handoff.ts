import type { SessionId } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command } from '../../command.js'
import { leaveConversation } from './leave-conversation.js'
import type { NewServices } from './new.js'
import { storedRecord } from './stored-record.js'

export interface HandoffServices {
  /**
   * Hands a session over to a chat, `network` or `network:chat[:thread]`. Resolves when the chat has been notified.
   * @throws when no gateway takes the session, or it cannot continue there.
   */
  readonly handOver: (id: SessionId, target: string, signal: AbortSignal) => Promise<void>
  /** The configured networks. */
  readonly chatNetworks: () => readonly string[]
}

/** `/handoff network`: continues the conversation in a chat, and starts another one here. */
export function handoffCommand({ handOver, chatNetworks, ...services }: HandoffServices & NewServices): Command {
  return {
    name: 'handoff',
    usage: '[network[:chat[:thread]]]',
    description: 'continue this session in a chat',
    category: 'session',
    opensConversation: true,
    surfaces: ['terminal', 'rpc'],
    who: 'admin',
    whileRunning: 'refused',
    async complete(prefix) {
      return chatNetworks()
        .filter((name) => name.startsWith(prefix))
        .map((text) => ({ text }))
    },
    async run(target, context) {
      const { conversation, signal } = context
      if (!(await storedRecord(context))) return { type: 'error', text: 'There is nothing to hand over yet.' }
      if (target === '') return offer(chatNetworks())
      context.report('Waiting for the gateway …')
      // The chat would not see a turn that began here in the meantime.
      await conversation.betweenTurns(() => handOver(conversation.id, target, signal), { signal })
      await leaveConversation(context, services.endSession, 'handed_over')
      return {
        type: 'open',
        target: services.newTarget(context, {}),
        text: `The conversation continues in ${target}: write there. /resume ${conversation.id} brings it back here.`,
      }
    },
  }
}

function offer(networks: readonly string[]): CommandOutcome {
  if (networks.length === 0) return { type: 'error', text: 'The settings have no chat network.' }
  return {
    type: 'choice',
    prompt: 'Where do you want to go on?',
    options: networks.map((network) => ({ label: network, command: `/handoff ${network}` })),
  }
}
