import { createHmac, randomBytes } from 'node:crypto'
import type { ChatSender } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from './chat-network.js'
import { inertLine } from './inert-line.js'

/** What the model reads in place of people and chats. */
export interface ShownNames {
  /** Their name. Without one, the id or its hash. */
  ofPerson(sender: ChatSender, network: ChatNetwork): string
  /** The id or its hash. */
  ofChat(chatId: string, network: ChatNetwork): string
}

export interface ShownNamesOptions {
  /** Secret, and the same as long as the store lives: hashes of phone numbers could be guessed otherwise. */
  readonly key: string
  /** Whether ids are hidden on networks that allow it. Read for each name. */
  readonly hidesIds: () => boolean
}

const hashChars = 12
/** An address of mail, or a phone number. */
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

/** The key of the store, made when it is first needed. All gateways of a store have the same one. */
export async function keyOfNames(values: ValueTable): Promise<string> {
  const stored = await values.update(namespace, 'key', (key) => key ?? randomBytes(32).toString('hex'))
  return String(stored)
}
