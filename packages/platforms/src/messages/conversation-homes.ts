import { isDeepStrictEqual } from 'node:util'
import type { JsonValue, SessionId } from '@hermes/core'
import type { InboundEvent } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import type { ChatTarget } from './parse-target.js'

/** Where the latest message of a conversation came from. */
export interface ConversationHome extends ChatTarget {
  readonly context?: InboundEvent['context']
  /** The key of the conversation there. Absent in records of earlier versions. */
  readonly key?: string
  /**
   * The network's id of the sender's account, unless the conversation is shared. Absent in records of earlier versions.
   */
  readonly sender?: string
}

/** The chats of conversations, for events between turns. */
export interface ConversationHomes {
  note(conversation: SessionId, home: ConversationHome): Promise<void>
  /** Returns the home of a conversation; `undefined` if it does not belong to a chat. */
  of(conversation: SessionId): Promise<ConversationHome | undefined>
  list(): Promise<readonly ConversationHome[]>
}

const namespace = 'chat-homes'
const homeSchema = z.object({
  network: z.string(),
  address: z.object({
    chatId: z.string(),
    threadId: z.string().exactOptional(),
    workspaceId: z.string().exactOptional(),
  }),
  context: z.record(z.string(), z.json()).exactOptional(),
  key: z.string().exactOptional(),
  sender: z.string().exactOptional(),
})

export function createConversationHomes(values: ValueTable): ConversationHomes {
  return {
    async note(conversation, home) {
      if (isDeepStrictEqual(await values.get(namespace, conversation), home)) return
      await values.update(namespace, conversation, () => homeSchema.parse(home))
    },
    async of(conversation) {
      return read(await values.get(namespace, conversation))
    },
    async list() {
      const rows = await values.list(namespace)
      return rows.flatMap(({ value }) => read(value) ?? [])
    },
  }
}

/**
 * Parses a record. The schema is not applied to missing ones, because the result of a refusal stays in memory until a major garbage
 * collection.
 */
function read(value: JsonValue | undefined): ConversationHome | undefined {
  return value === undefined ? undefined : homeSchema.safeParse(value).data
}
