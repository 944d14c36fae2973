import { isRecord } from '@hermes/core/wiring'
import type { Update } from 'grammy/types'

/** Whether a value from a server is an update at all. Its content may be anything. */
export function isUpdate(value: unknown): value is Update {
  return isRecord(value) && typeof value.update_id === 'number'
}
