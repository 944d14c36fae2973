import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { SessionId } from '@hermes/core'
import type { HomePaths } from '../../home/home-paths.js'

/** Returns the folder of the files that people have sent to conversations. */
export function receivedRoot({ cache }: Pick<HomePaths, 'cache'>): string {
  return join(cache, 'received')
}

/** Returns the folder of the files sent to a conversation. Where conversations belong to different people, only this conversation reads it. */
export function receivedFolder(paths: Pick<HomePaths, 'cache'>, conversation: SessionId): string {
  return join(receivedRoot(paths), createHash('sha256').update(conversation).digest('hex').slice(0, 32))
}
