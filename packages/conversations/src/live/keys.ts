import type { SessionId } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import type { ConversationKey } from '../contracts/conversation-target.js'

const namespace = 'conversation-keys'

/** The stored sessions of chats, by key. */
export interface Keys {
  /** Returns the session of a key; `undefined` if it has none. */
  find(key: ConversationKey): Promise<SessionId | undefined>
  /** Returns the session of a key. A key without one gets an id from `createId`. Every process gets the same result. */
  resolve(key: ConversationKey, createId: () => SessionId): Promise<SessionId>
  replace(key: ConversationKey, id: SessionId): Promise<SessionId>
}

export function createKeys(values: ValueTable): Keys {
  async function find(key: ConversationKey): Promise<SessionId | undefined> {
    const known = await values.get(namespace, key)
    return typeof known === 'string' ? known : undefined
  }

  return {
    find,
    async resolve(key, createId) {
      const known = await find(key)
      if (known !== undefined) return known
      const newId = createId()
      const agreed = await values.update(namespace, key, (value) => (typeof value === 'string' ? value : newId))
      return typeof agreed === 'string' ? agreed : newId
    },
    async replace(key, id) {
      await values.update(namespace, key, () => id)
      return id
    },
  }
}
