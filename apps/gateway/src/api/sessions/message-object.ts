import type { StoredMessage } from '@hermes/core'
import type { MessageObject } from './message-schema.js'

/** A stored message as clients see it: the message in OpenAI's format, without what only its provider can read. */
export function toMessageObject({ id, message, timestampMs }: StoredMessage): MessageObject {
  const { provider_data: _, ...shown } = 'provider_data' in message ? message : { ...message, provider_data: undefined }
  return { id, created_at: timestampMs / 1000, ...shown }
}
