import type { SessionId } from '@hermes/core'
import type { Conversations } from '../../../contracts/conversation.js'
import type { Command } from '../../command.js'

export interface StopServices {
  /** Ends the background work of the session. @returns how much work was running. */
  readonly stopProcesses?: (id: SessionId) => Promise<number>
  /** Ends the background sessions (`/bg`, `/review`) that the conversation has started. */
  readonly stopAsides?: (id: SessionId, conversations: Conversations) => Promise<StoppedAsides>
}

/** How many background sessions of a conversation were stopped. */
export interface StoppedAsides {
  readonly ended: number
  /** Sessions that run in another process. They continue. */
  readonly left: number
}

/** `/stop`: ends the running turn and the background work of the session. */
export function stopCommand({ stopProcesses, stopAsides }: StopServices = {}): Command {
  return {
    name: 'stop',
    description: 'stop the turn and background work',
    category: 'control',
    async run(_, { conversation, conversations }) {
      const isRunning = conversation.stop('The user stopped it.')
      const stopped = (await stopProcesses?.(conversation.id)) ?? 0
      const { ended = 0, left = 0 } = (await stopAsides?.(conversation.id, conversations)) ?? {}
      const parts = [
        ...(isRunning ? ['The turn was ended.'] : []),
        ...(stopped > 0
          ? [stopped === 1 ? '1 background process was ended.' : `${stopped} background processes were ended.`]
          : []),
        ...(ended > 0
          ? [ended === 1 ? '1 background session was ended.' : `${ended} background sessions were ended.`]
          : []),
        ...(left > 0
          ? [
              left === 1
                ? '1 background session runs in another gateway, and goes on.'
                : `${left} background sessions run in another gateway, and go on.`,
            ]
          : []),
      ]
      return { type: 'text', text: parts.length > 0 ? parts.join(' ') : 'Nothing runs.' }
    },
  }
}
