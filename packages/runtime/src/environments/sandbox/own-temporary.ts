import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandOwner } from '@hermes/core/environment'
import type { Replacement } from '@hermes/environments/sandbox'

/** Temporary folders of their own for the commands of each conversation. Disposing it deletes them. */
export interface OwnTemporary extends Disposable {
  of(owner: CommandOwner | undefined): readonly Replacement[]
}

/**
 * @param root A folder that no command sees. Each process of the agent has a folder in it, and deletes those of ended ones.
 * @param folders The temporary folders that are replaced.
 */
export function createOwnTemporary(root: string, folders: readonly string[]): OwnTemporary {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(root).filter(isOfEndedProcess))
    rmSync(join(root, name), { recursive: true, force: true })
  const own = join(root, String(process.pid))
  return {
    of(owner) {
      const name = createHash('sha256')
        .update(owner?.conversation ?? '')
        .digest('hex')
      return folders.map((folder, index) => ({ folder, by: join(own, name, String(index)) }))
    },
    [Symbol.dispose]: () => rmSync(own, { recursive: true, force: true }),
  }
}

function isOfEndedProcess(name: string): boolean {
  return /^\d+$/.test(name) && !existsSync(`/proc/${name}`)
}
