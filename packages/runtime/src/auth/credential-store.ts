import { join } from 'node:path'
import type { HomePaths } from '../home/home-paths.js'
import { readTextFile, writeTextFile } from '../home/text-file.js'
import { type AuthFile, parseAuthFile, writeAuthFile } from './auth-file.js'
import { withFileLock } from './file-lock.js'

/** Stores the keys and logins of a home in `auth.json`, readable only by its owner. */
export interface CredentialStore {
  readonly path: string
  /** Reads the file; empty if there is none. @throws {LoginError} `storage` when it is damaged. */
  read(): Promise<AuthFile>
  /**
   * Replaces the content while holding a lock between processes. If `edit` returns its input, nothing is written.
   * @throws {LoginError} `storage` when the file is damaged or locked. It is unchanged then.
   */
  change(edit: (file: AuthFile) => AuthFile): Promise<void>
}

export function createCredentialStore(paths: Pick<HomePaths, 'home'>): CredentialStore {
  const path = join(paths.home, 'auth.json')
  const read = async () => parseAuthFile(path, await readTextFile(path))
  return {
    path,
    read,
    change: (edit) =>
      withFileLock(path, async () => {
        const file = await read()
        const edited = edit(file)
        if (edited !== file) await writeTextFile(path, writeAuthFile(edited))
      }),
  }
}
