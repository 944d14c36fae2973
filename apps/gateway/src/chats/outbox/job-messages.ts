import type { JsonValue } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ChatTarget } from '@hermes/platforms/messages'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { ChatMessage } from './job-text.js'
import { laneOf } from './lane-of.js'

/** Messages of jobs to chats, from processes that are not connected to networks. One lane per chat. */
export const jobMessageQueue = 'chat-job-messages'

const schema = z.object({
  network: z.string(),
  target: z.string(),
  kind: z.enum(['result', 'notice']),
  text: z.string(),
  job: z.object({
    id: z.string(),
    name: z.string(),
    origin: z.string().exactOptional(),
    userId: z.string().exactOptional(),
    enters: z.string().exactOptional(),
  }),
  run: z.object({ sessionId: z.string().exactOptional() }),
})

export type JobMessageForChat = Omit<ChatMessage, 'id'> & { readonly network: string }

/** Stores the message of a job for the gateway that is connected to the network of the chat. The same id is stored once. */
export async function putJobMessage(
  queue: Pick<WorkQueue, 'put'>,
  { id, target, kind, text, job, run }: ChatMessage,
  place: ChatTarget,
): Promise<void> {
  const payload = schema.parse({ network: place.network, target, kind, text, job, run })
  await queue.put({ queue: jobMessageQueue, lane: laneOf(place), id, payload })
}

/** Returns `undefined` for a payload that another version stored. */
export function readJobMessage(payload: JsonValue): JobMessageForChat | undefined {
  return storedValue(schema, payload)
}
