import type { StoredMessage } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { ConversationItem } from '../items/item-schemas.js'
import { toItems } from '../items/to-items.js'
import { RequestError } from '../request/request-error.js'
import type { RunRecord } from '../runs/record/run-record.js'
import type { RunServices } from '../runs/start/start-run.js'

/**
 * Returns what the client sent: the message of a user and, in a new session, the messages of an earlier conversation before it.
 * @throws {RequestError} when the session no longer has it.
 */
export async function inputItems(run: RunRecord, { store }: RunServices): Promise<readonly ConversationItem[]> {
  const record = await store.sessions.get(run.sessionId)
  const stored = record ? await store.messages.load((await newestOf(store, record)).id) : []
  const asked = stored.findLastIndex(({ platformMessageId }) => platformMessageId === run.id)
  if (asked === -1) {
    const message = `The input of the response "${run.id}" is no longer there: its session was compressed or deleted.`
    throw new RequestError(404, 'not_found', message)
  }
  const begins = stored.slice(0, asked).some(isInput) ? asked : 0
  return stored.slice(begins, asked + 1).flatMap(toItems)
}

function isInput({ platformMessageId }: StoredMessage): boolean {
  return platformMessageId !== undefined
}
