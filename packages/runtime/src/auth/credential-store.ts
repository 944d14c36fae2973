import { join } from 'node:path'
import type { HomePaths } from '../home/home-paths.js'
import { readTextFile, writeTextFile } from '../home/text-file.js'
import { type AuthFile, parseAuthFile, writeAuthFile } from './auth-file.js'
import { withFileLock } from './file-lock.js'

/** The keys and logins of a home: `auth.json`, readable by its owner only. */
export interface CredentialStore {
  readonly path: string
  /** Empty when there is no file. @throws {LoginError} `storage` when it is damaged. */
  read(): Promise<AuthFile>
  /**
   * Replaces the content under a lock between processes. If `edit` returns its input, nothing is written.
   * @throws {LoginError} `storage` when the file is damaged or locked; it is then unchanged.
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
