import type { StoredMessage } from '@hermes/core'
import { textOf } from '@hermes/core'
import { originsOf } from '../../../stored/trust-origin.js'
import type { Command } from '../../command.js'
import { storedMessages } from '../sessions/stored-record.js'
import type { AsideServices } from './work-aside.js'
import { workAside } from './work-aside.js'

const reviewedMessages = 10
const longestMessage = 4_000

const task = `Review the work below as a careful colleague who did not do it. Read the files and the diff that it is about, and run its tests where that changes nothing. Change nothing yourself.
Name what is wrong or missing, the worst first, each with its place and what to do about it. Say so if nothing is. Do not praise.`

/** `/review [instructions]`: lets another agent review the latest work in the background. */
export function reviewCommand(services: AsideServices): Command {
  return {
    name: 'review',
    usage: '[instructions]',
    description: 'have the latest work reviewed in a session of its own',
    category: 'session',
    usesModel: true,
    beginsWork: true,
    async run(args, context) {
      const { store, conversation } = context
      const stored = (await storedMessages(context)).slice(-reviewedMessages)
      if (stored.length === 0) return { type: 'error', text: 'There is nothing to review yet.' }
      const content = [task, args.trim(), `<work>\n${stored.map(toText).join('\n')}\n</work>`]
      const read = await originsOf(store, conversation.id)
      const origins = read.flatMap(({ isTrusted, ...origin }) => (isTrusted ? [] : [origin]))
      const input = { content: content.filter((part) => part !== '').join('\n\n'), origins }
      return workAside({ ...services, kind: 'review', input }, context)
    },
  }
}

function toText({ message }: StoredMessage): string {
  const text = textOf(message.content).trim()
  const shown = text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [`<${message.role}>`, shown, ...calls.map((call) => `[${call.function.name}]`), `</${message.role}>`].join(
    '\n',
  )
}
