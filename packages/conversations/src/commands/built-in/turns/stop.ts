import type { SessionId } from '@hermes/core'
import type { Command } from '../../command.js'

export interface StopServices {
  /** Ends the background work of the session. @returns how much was running. */
  readonly stopProcesses?: (id: SessionId) => Promise<number>
}

/** `/stop`: ends the running turn and the background work of the session. */
export function stopCommand({ stopProcesses }: StopServices = {}): Command {
  return {
    name: 'stop',
    description: 'end the turn, and what runs in the background',
    category: 'control',
    async run(_, { conversation }) {
      const isRunning = conversation.state.activity !== 'idle'
      conversation.interrupt('The user stopped it.')
      const stopped = (await stopProcesses?.(conversation.id)) ?? 0
      const parts = [
        ...(isRunning ? ['The turn was ended.'] : []),
        ...(stopped > 0
          ? [stopped === 1 ? '1 background process was ended.' : `${stopped} background processes were ended.`]
          : []),
      ]
      return { type: 'text', text: parts.length > 0 ? parts.join(' ') : 'Nothing runs.' }
    },
  }
}
