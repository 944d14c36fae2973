import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import type { Replacement } from '@hermes/environments/sandbox'
import type { HomePaths } from '../../home/home-paths.js'

/** Returns the folder of the temporary folders, which commands and file tools cannot access. */
export function temporaryRoot({ cache }: Pick<HomePaths, 'cache'>): string {
  return join(cache, 'sandbox/temporary')
}

/** Separate temporary folders for the commands of each conversation. Disposing it deletes them. */
export interface OwnTemporary extends Disposable {
  of(owner: CommandOwner | undefined): readonly Replacement[]
}

/**
 * Creates separate temporary folders.
 * @param root A folder that no command sees. Each process of the agent has a folder in it, and deletes those of processes that have ended.
 * @param folders The temporary folders that are replaced.
 */
export function createOwnTemporary(root: string, folders: readonly string[]): OwnTemporary {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(root).filter(isOfEndedProcess))
    rmSync(join(root, name), { recursive: true, force: true })
  const own = join(root, String(process.pid))
  return {
    of: (owner) =>
      folders.map((folder, index) => ({ folder, by: join(ownTemporary(root, owner?.conversation), String(index)) })),
    [Symbol.dispose]: () => rmSync(own, { recursive: true, force: true }),
  }
}

/** Returns the folder with the temporary folders of a conversation, which are named by their positions. */
export function ownTemporary(root: string, conversation: SessionId | undefined): string {
  const name = createHash('sha256')
    .update(conversation ?? '')
    .digest('hex')
  return join(root, String(process.pid), name)
}

function isOfEndedProcess(name: string): boolean {
  return /^\d+$/.test(name) && !existsSync(`/proc/${name}`)
}
