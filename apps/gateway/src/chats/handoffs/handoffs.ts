import type { SessionRecord, SessionStore } from '@hermes/core'
import type { ChatAddress, SentMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { OutboundPayload } from '../network/payload.js'

const namespace = 'chat-handoffs'
const schema = z.object({ sessionId: z.string() })

/** Sessions that were handed over to a chat and wait for their owner to write there. */
export interface Handoffs {
  /** Records that the chat was told about a session. The session waits in the thread of that message, because on some networks each message starts one. */
  noteSent(message: Pick<OutboundPayload, 'network' | 'handsOver'>, sent: SentMessage): Promise<void>
  /** Returns the session that waits in a chat. */
  of(network: string, address: ChatAddress): Promise<SessionRecord | undefined>
  remove(network: string, address: ChatAddress): Promise<void>
}

export function createHandoffs({ values, store }: { values: ValueTable; store: SessionStore }): Handoffs {
  return {
    async noteSent({ network, handsOver: sessionId }, sent) {
      if (sessionId === undefined) return
      await values.update(namespace, keyOf(network, sent), () => ({ sessionId }), { sessionId })
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

/** Returns the key of a chat without the workspace, which people do not name. */
function keyOf(network: string, { chatId, threadId = '' }: ChatAddress): string {
  return JSON.stringify([network, chatId, threadId])
}
