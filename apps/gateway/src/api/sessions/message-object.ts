import type { StoredMessage } from '@hermes/core'
import type { MessageObject } from './message-schema.js'

/** Returns a stored message as clients see it: in OpenAI's format, without parts that only its provider can read. */
export function toMessageObject({ id, message, timestampMs }: StoredMessage): MessageObject {
  const { provider_data: _, ...shown } = 'provider_data' in message ? message : { ...message, provider_data: undefined }
  return { id, created_at: timestampMs / 1000, ...shown }
}
