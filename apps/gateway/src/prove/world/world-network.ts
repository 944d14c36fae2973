import type { InboundEvent } from '@hermes/core/platform'
import * as z from 'zod'
import type { Random } from '../random.js'
import { commandLine } from './marks.js'

/** A call of a replica to a network. */
export const networkCall = z.discriminatedUnion('type', [
  /** Confirms events, and asks for the next ones. */
  z.object({ type: z.literal('poll'), confirmed: z.array(z.string()) }),
  z.object({
    type: z.literal('send'),
    key: z.string(),
    chatId: z.string(),
    text: z.string(),
    isPartial: z.boolean(),
  }),
  z.object({ type: z.literal('edit'), messageId: z.string(), text: z.string(), isPartial: z.boolean() }),
  z.object({ type: z.literal('remove'), messageId: z.string() }),
])
export type NetworkCall = z.output<typeof networkCall>

/** What a network supports when it is sent messages. */
export interface NetworkAbilities {
  /** Whether a repeated message with the same key has no further effect. */
  readonly isIdempotent: boolean
  /** Whether sent messages can be edited, so that answers are shown while they are written. */
  readonly edits: boolean
}

export const networkNames = ['keyed', 'plain', 'edited', 'hasty', 'steered'] as const
export type NetworkName = (typeof networkNames)[number]

/**
 * The networks: one that recognizes repeated messages, one that does not, one that shows unfinished answers without recognizing repeats, one on which
 * each message interrupts the answer to the one before, and one on which the model reads messages during the turn before them.
 */
export const abilitiesOf: Readonly<Record<NetworkName, NetworkAbilities>> = {
  keyed: { isIdempotent: true, edits: true },
  plain: { isIdempotent: false, edits: false },
  edited: { isIdempotent: false, edits: true },
  hasty: { isIdempotent: true, edits: true },
  steered: { isIdempotent: true, edits: true },
}

/** What messages do to the turn before them. */
export const busyModeOf = {
  keyed: 'queue',
  plain: 'queue',
  edited: 'queue',
  hasty: 'interrupt',
  steered: 'steer',
} as const satisfies Readonly<Record<NetworkName, string>>

/** A message as people see it. */
export interface SeenMessage {
  readonly id: string
  /** The key of the call that sent the message. */
  readonly key: string
  readonly chatId: string
  text: string
  /** Whether more of the message was to follow. */
  isPartial: boolean
}

/** A chat network in memory. */
export interface WorldNetwork {
  readonly name: NetworkName
  readonly seen: readonly SeenMessage[]
  /** What people wrote, per chat, in order, without commands. */
  readonly said: ReadonlyMap<string, readonly string[]>
  /** Number of commands that people wrote, per chat. */
  readonly commands: ReadonlyMap<string, number>
  /** Whether a person wrote this as a message, not as a command. */
  hasSaid(text: string): boolean
  say(chatId: string, text: string): void
  /** Delivers a confirmed event again. */
  redeliver(): boolean
  confirm(ids: readonly string[]): void
  /** Returns the unconfirmed events: in order within each chat, with the chats in any order. */
  pending(): readonly InboundEvent[]
  send(call: Extract<NetworkCall, { type: 'send' }>): string
  edit(call: Extract<NetworkCall, { type: 'edit' }>): boolean
  remove(call: Extract<NetworkCall, { type: 'remove' }>): void
}

export function createWorldNetwork(name: NetworkName, random: Random): WorldNetwork {
  const { isIdempotent } = abilitiesOf[name]
  const [waiting, past] = [new Map<string, InboundEvent>(), [] as InboundEvent[]]
  const seen: SeenMessage[] = []
  const sentKeys = new Map<string, string>()
  const said = new Map<string, string[]>()
  const commands = new Map<string, number>()
  let [last, lastSent] = [0, 0]
  return {
    name,
    seen,
    said,
    commands,
    hasSaid: (text) => said.values().some((texts) => texts.includes(text)),
    say(chatId, text) {
      if (text === commandLine) commands.set(chatId, (commands.get(chatId) ?? 0) + 1)
      else said.set(chatId, [...(said.get(chatId) ?? []), text])
      const id = `${name}-${++last}`
      const event: InboundEvent = {
        type: 'message',
        id,
        messageId: id,
        chatId,
        chatType: 'direct',
        sender: { id: `person of ${chatId}` },
        text,
        isAddressed: true,
        attachments: [],
        sentAtMs: last,
      }
      waiting.set(id, event)
      past.push(event)
    },
    redeliver() {
      const event = past[random.below(past.length)]
      if (!event || waiting.has(event.id)) return false
      waiting.set(event.id, event)
      return true
    },
    confirm(ids) {
      for (const id of ids) waiting.delete(id)
    },
    pending() {
      const chats = new Map<string, InboundEvent[]>()
      for (const event of waiting.values()) chats.set(event.chatId, [...(chats.get(event.chatId) ?? []), event])
      const shuffled: InboundEvent[] = []
      const queues = [...chats.values()]
      while (queues.length > 0) {
        const index = random.below(queues.length)
        const event = queues[index]?.shift()
        if (event) shuffled.push(event)
        else queues.splice(index, 1)
      }
      return shuffled
    },
    send({ key, chatId, text, isPartial }) {
      const known = isIdempotent ? sentKeys.get(key) : undefined
      if (known !== undefined) return known
      const id = `${name}-out-${++lastSent}`
      seen.push({ id, key, chatId, text, isPartial })
      sentKeys.set(key, id)
      return id
    },
    edit({ messageId, text, isPartial }) {
      const message = seen.find(({ id }) => id === messageId)
      if (message) Object.assign(message, { text, isPartial })
      return message !== undefined
    },
    remove({ messageId }) {
      const index = seen.findIndex(({ id }) => id === messageId)
      if (index >= 0) seen.splice(index, 1)
    },
  }
}
