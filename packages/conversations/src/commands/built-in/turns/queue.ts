import { textOf } from '@hermes/core'
import type { Command } from '../../command.js'

/** `/queue [message]`: queues a message for the next turn; without one, shows the queue. */
export function queueCommand(): Command {
  return {
    name: 'queue',
    aliases: ['q'],
    usage: '[message]',
    description: 'queue a message for the next turn, or show the queue',
    category: 'control',
    becomesMessage: true,
    async run(args, { conversation }) {
      if (args !== '') return { type: 'message', content: args, whenBusy: 'queue' }
      const { queued } = conversation.state
      if (queued.length === 0) return { type: 'text', text: 'Nothing waits.' }
      return {
        type: 'table',
        columns: [
          { key: 'position', label: '#', align: 'right' },
          { key: 'atMs', label: 'Since', format: 'time' },
          { key: 'by', label: 'By' },
          { key: 'text', label: 'Message' },
        ],
        rows: queued.map(({ content, by, atMs }, index) => ({
          position: index + 1,
          atMs,
          by: by.name ?? by.id,
          text: textOf(content),
        })),
      }
    },
  }
}
