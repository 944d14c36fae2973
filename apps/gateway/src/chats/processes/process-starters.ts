import type { JsonValue, SessionId } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import { fromInboundPayload, toPayload } from '../network/payload.js'

/** The message whose turn started a background process. */
export interface ProcessStarter {
  readonly network: string
  readonly event: InboundMessage
}

/** Records whose turns started the background processes of chats, which decides where a process may start a turn, and for whom. */
export interface ProcessStarters {
  note(sessionId: SessionId, processId: string, starter: ProcessStarter): Promise<void>
  /** Returns the starter of the newest of these processes, or `undefined` if no turn of a chat started them. */
  of(sessionId: SessionId, processIds: readonly string[]): Promise<ProcessStarter | undefined>
}

const namespace = 'chat-process-starters'
/** As many as can run at the same time. */
const kept = 64
const startersSchema = z.array(z.object({ process: z.string(), message: z.string() }))

export function createProcessStarters(values: ValueTable): ProcessStarters {
  return {
    async note(sessionId, processId, { network, event }) {
      const message = String(toPayload({ network, event: withoutText(event) }))
      const change = (value: JsonValue | undefined) =>
        [...(storedValue(startersSchema, value) ?? []), { process: processId, message }].slice(-kept)
      // Deleting the conversation also deletes its starters.
      await values.update(namespace, sessionId, change, { sessionId })
    },
    async of(sessionId, processIds) {
      const starters = storedValue(startersSchema, await values.get(namespace, sessionId)) ?? []
      const found = starters.findLast(({ process }) => processIds.includes(process))
      const { network, event } = (found && fromInboundPayload(found.message)) ?? {}
      return network !== undefined && event?.type === 'message' ? { network, event } : undefined
    },
  }
}

/** Returns the event without its text and attachments, which the conversation has. */
function withoutText({ replyTo: _, ...event }: InboundMessage): InboundMessage {
  return { ...event, text: '', attachments: [] }
}
