import type { InboundMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { keyOf } from '../network/chat-origin.js'
import { inertLine } from '../network/inert-line.js'
import type { MessageTimes } from '../network/message-times.js'
import type { ShownNames } from '../network/shown-names.js'
import { laneOf } from '../outbox/lane-of.js'

/** Keeps group messages that were not addressed to the agent, as context for the next turns in their chat. */
export interface Overheard {
  /** Keeps a message. Repeating it has no further effect. */
  keep(message: InboundMessage, network: ChatNetwork): Promise<void>
  /**
   * Returns what the conversation of a message has not read yet, or `undefined` if there is nothing. Asking again for the same message has the same
   * result.
   */
  before(id: string, message: InboundMessage, network: ChatNetwork): Promise<string | undefined>
}

const chatsNamespace = 'chat-overheard'
const readersNamespace = 'chat-overheard-read'
/** Maximum number of lines. The oldest are dropped. */
const mostLines = 50
const mostChars = 8_000
const longestLine = 500

const chatSchema = z.object({
  last: z.number(),
  lines: z.array(z.object({ number: z.number(), id: z.string(), text: z.string() })),
})
const readerSchema = z.object({ by: z.string(), after: z.number(), upTo: z.number() })

export function createOverheard(values: ValueTable, names: ShownNames, times: MessageTimes): Overheard {
  const chatOf = ({ name }: ChatNetwork, address: InboundMessage) => laneOf({ network: name, address })

  return {
    async keep(message, network) {
      const { id, sender, text } = message
      const line = `${times.before(message)}${names.ofPerson(sender, network)}: ${inertLine(text, longestLine)}`
      await values.update(chatsNamespace, chatOf(network, message), (stored) => {
        const { last, lines } = storedValue(chatSchema, stored) ?? { last: 0, lines: [] }
        if (lines.some((each) => each.id === id)) return stored
        return { last: last + 1, lines: newest([...lines, { number: last + 1, id, text: line }]) }
      })
    },
    async before(id, message, network) {
      if (message.chatType === 'direct') return undefined
      const chat = storedValue(chatSchema, await values.get(chatsNamespace, chatOf(network, message)))
      if (!chat) return undefined
      const reader = await values.update(readersNamespace, keyOf(message, network), (stored) => {
        const earlier = storedValue(readerSchema, stored)
        return earlier?.by === id ? earlier : { by: id, after: earlier?.upTo ?? 0, upTo: chat.last }
      })
      const { after, upTo } = readerSchema.parse(reader)
      const lines = chat.lines.filter(({ number }) => number > after && number <= upTo)
      return lines.length === 0 ? undefined : lines.map(({ text }) => `- ${text}`).join('\n')
    },
  }
}

function newest<Line extends { readonly text: string }>(lines: readonly Line[]): Line[] {
  let chars = 0
  const kept = lines.slice(-mostLines).toReversed()
  const end = kept.findIndex(({ text }) => {
    chars += text.length
    return chars > mostChars
  })
  return (end < 0 ? kept : kept.slice(0, end)).toReversed()
}
