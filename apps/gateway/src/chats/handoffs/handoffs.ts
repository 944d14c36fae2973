import type { SessionId, SessionRecord, SessionStore } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'

const namespace = 'chat-handoffs'
const schema = z.object({ sessionId: z.string() })

/** Sessions that were handed over to a chat and wait for their owner to write there. */
export interface Handoffs {
  put(network: string, address: ChatAddress, sessionId: SessionId): Promise<void>
  /** The session that waits in a chat. */
  of(network: string, address: ChatAddress): Promise<SessionRecord | undefined>
  remove(network: string, address: ChatAddress): Promise<void>
}

export function createHandoffs({ values, store }: { values: ValueTable; store: SessionStore }): Handoffs {
  return {
    async put(network, address, sessionId) {
      await values.update(namespace, keyOf(network, address), () => ({ sessionId }), { sessionId })
    },
    async of(network, address) {
      const waiting = storedValue(schema, await values.get(namespace, keyOf(network, address)))
      return waiting && store.sessions.get(waiting.sessionId)
    },
    async remove(network, address) {
      await values.update(namespace, keyOf(network, address), () => undefined)
    },
  }
}

/** Without the workspace, which people do not name. */
function keyOf(network: string, { chatId, threadId = '' }: ChatAddress): string {
  return JSON.stringify([network, chatId, threadId])
}
