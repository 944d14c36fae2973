import { type CallOptions, PlatformError } from '@hermes/core/platform'
import * as z from 'zod'
import type { MatrixApi } from './matrix-api.js'
import { isGone } from './to-platform-error.js'

const resolved = z.object({ room_id: z.string() })

/**
 * Returns the id of a room with an alias, `#room:example.org`. Other ids are returned unchanged. An alias may be moved to another room at
 * any time, so it is looked up for each message.
 * @throws {PlatformError} `gone` when no room has the alias.
 */
export async function resolveRoom(api: MatrixApi, chatId: string, { signal }: CallOptions): Promise<string> {
  if (!chatId.startsWith('#')) return chatId
  const path = `client/v3/directory/room/${encodeURIComponent(chatId)}`
  try {
    return (await api.call({ path, answer: resolved, signal })).room_id
  } catch (error) {
    if (!isGone(error)) throw error
    throw new PlatformError('gone', `No room has the alias ${chatId}.`, { cause: error })
  }
}
