import { createHmac, randomBytes } from 'node:crypto'
import type { ChatSender } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from './chat-network.js'
import { inertLine } from './inert-line.js'

/** The names that the model reads for people and chats. */
export interface ShownNames {
  /** Returns the person's name. Without one, their id or its hash. */
  ofPerson(sender: ChatSender, network: ChatNetwork): string
  /** Returns the id of the chat or its hash. */
  ofChat(chatId: string, network: ChatNetwork): string
}

export interface ShownNamesOptions {
  /** A secret that stays the same for the life of the store. Without it, hashes of phone numbers could be guessed. */
  readonly key: string
  /** Whether ids are hidden on networks that allow it. Read for each name. */
  readonly hidesIds: () => boolean
}

const hashChars = 12
/** Matches an email address or a phone number. */
const contact = /^(?:[^\s@]+@[^\s@]+|\+?[\d\s().-]{7,})$/

export function createShownNames({ key, hidesIds }: ShownNamesOptions): ShownNames {
  const isHidden = ({ adapter }: ChatNetwork) => adapter.limits.canHideIds === true && hidesIds()

  function hash(id: string, { name }: ChatNetwork): string {
    return createHmac('sha256', key).update(`${name}:${id}`).digest('hex').slice(0, hashChars)
  }

  return {
    ofPerson({ id, name }, network) {
      const isOwnName = name !== undefined && name !== id && !contact.test(name.trim())
      return isHidden(network) && !isOwnName ? `user_${hash(id, network)}` : inertLine(name ?? id)
    },
    ofChat: (chatId, network) => (isHidden(network) ? `chat_${hash(chatId, network)}` : chatId),
  }
}

const namespace = 'chat-privacy'

/** Returns the key of the store, which is created when it is first needed. All gateways of a store have the same one. */
export async function keyOfNames(values: ValueTable): Promise<string> {
  const stored = await values.update(namespace, 'key', (key) => key ?? randomBytes(32).toString('hex'))
  return String(stored)
}
