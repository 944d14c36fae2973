import { type SessionId, textOf } from '@hermes/core'
import { typedText } from '@hermes/safety'
import { type Rewound, rewindConversation } from '../../../stored/rewind-conversation.js'
import type { Command, CommandContext } from '../../command.js'

export interface UndoServices {
  readonly generateId: () => SessionId
}

/** `/undo [n]`: takes back the last n exchanges. Default: one. */
export function undoCommand(services: UndoServices): Command {
  return {
    name: 'undo',
    usage: '[n]',
    description: 'undo the last exchange',
    category: 'session',
    whileRunning: 'refused',
    async run(args, context) {
      const exchanges = args === '' ? 1 : Number(args)
      if (!Number.isInteger(exchanges) || exchanges < 1) {
        return { type: 'error', text: 'Give the number of exchanges to take back: /undo 2.' }
      }
      const { content, messagesLeft } = await takeBack(services, context, exchanges)
      const quote = shortened(typedText(textOf(content)))
      const done =
        exchanges === 1
          ? `The last exchange was taken back, from "${quote}" on.`
          : `The last ${exchanges} exchanges were taken back, from "${quote}" on.`
      return {
        type: 'text',
        text: [done, `${messagesLeft} messages are left; changed files stay as they are.`].join(' '),
      }
    },
  }
}

/** `/retry`: takes back the last exchange and submits its message again. */
export function retryCommand(services: UndoServices): Command {
  return {
    name: 'retry',
    description: 'resend the last message',
    category: 'session',
    becomesMessage: true,
    whileRunning: 'refused',
    async run(_, context) {
      const { content, origins } = await takeBack(services, context, 1)
      return { type: 'message', content, ...(origins && { origins }) }
    },
  }
}

function takeBack(
  { generateId }: UndoServices,
  { conversation, store, signal }: CommandContext,
  exchanges: number,
): Promise<Rewound> {
  const options = { store, signal, exchanges, generateId }
  return conversation.betweenTurns(() => rewindConversation(conversation.id, options), { signal })
}

const longestQuote = 60

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1).trimEnd()}…`
}
