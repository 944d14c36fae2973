import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { SessionId } from '@hermes/core'
import type { HomePaths } from '../../home/home-paths.js'

/** Where the files are that people have sent to conversations. */
export function receivedRoot({ cache }: Pick<HomePaths, 'cache'>): string {
  return join(cache, 'received')
}

/** Where those of one conversation are. Where conversations belong to different people, it alone reads them. */
export function receivedFolder(paths: Pick<HomePaths, 'cache'>, conversation: SessionId): string {
  return join(receivedRoot(paths), createHash('sha256').update(conversation).digest('hex').slice(0, 32))
}
