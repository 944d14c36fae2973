import { type Message, textOf } from '@hermes/core'
import { describeProcessReports, typedText } from '@hermes/safety'
import type { Command } from '../../command.js'
import { storedMessages } from './stored-record.js'

const usualCount = 10

/** `/history [n | all]`: shows the newest messages. */
export function historyCommand(): Command {
  return {
    name: 'history',
    usage: '[n | all]',
    description: 'show the latest messages',
    category: 'session',
    async run(args, context) {
      const count = args === '' ? usualCount : args === 'all' ? Number.POSITIVE_INFINITY : Number(args)
      if (!(count >= 1))
        return { type: 'error', text: 'Give the number of messages to show: /history 20, or /history all.' }
      const stored = await storedMessages(context)
      if (stored.length === 0) return { type: 'text', text: 'There are no messages yet.' }
      const shown = stored.slice(-Math.min(count, stored.length))
      return {
        type: 'table',
        columns: [
          { key: 'who', label: 'Who', format: 'words' },
          { key: 'text', label: 'Message' },
        ],
        rows: shown.map(({ message }) => ({ who: speakerOf(message), text: summaryOf(message) })),
        ...(shown.length < stored.length && {
          note: `The last ${shown.length} of ${stored.length} messages. /history all shows every one.`,
        }),
      }
    },
  }
}

const speakers: Readonly<Record<Message['role'], string>> = {
  user: 'you',
  assistant: 'agent',
  tool: 'result',
  system: 'system',
}

function speakerOf(message: Message): string {
  const isNotice = message.role === 'user' && describeProcessReports(textOf(message.content).trim()) !== undefined
  return isNotice ? 'notice' : speakers[message.role]
}

function summaryOf(message: Message): string {
  const whole = textOf(message.content).trim()
  const text = message.role === 'user' ? (describeProcessReports(whole) ?? typedText(whole)) : whole
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const called = calls.map(({ function: { name } }) => `[${name}]`).join(' ')
  return [text, called].filter((part) => part !== '').join(' ')
}
