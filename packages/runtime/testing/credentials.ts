import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CredentialManager } from '../src/auth/credential-manager.js'
import { createCredentialManager } from '../src/auth/credential-manager.js'
import type { HomePaths, Variables } from '../src/home/home-paths.js'
import { tempFolder, tempHome } from './temp-home.js'

/** A temporary home and user folder, and a credential manager for them. */
export interface Desk {
  readonly paths: HomePaths
  /** Where other programs keep their logins. */
  readonly userFolder: string
  readonly variables: Variables
  readonly manager: CredentialManager
  /** The text of `auth.json`. */
  text(): Promise<string>
  writeAuth(content: unknown): Promise<void>
  /** Writes a file of another program, readable by its owner. */
  writeForeign(name: string, content: unknown): Promise<string>
}

export async function openDesk(variables: Variables = {}): Promise<Desk> {
  const paths = await tempHome()
  const userFolder = await tempFolder()
  const all = { HOME: userFolder, ...variables }
  const path = join(paths.home, 'auth.json')
  return {
    paths,
    userFolder,
    variables: all,
    manager: createCredentialManager({ paths, variables: all }),
    text: () => readFile(path, 'utf8'),
    writeAuth: (content) => writeFile(path, typeof content === 'string' ? content : JSON.stringify(content)),
    async writeForeign(name, content) {
      const file = join(userFolder, name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, JSON.stringify(content))
      await chmod(file, 0o600)
      return file
    },
  }
}

/** A file of Claude Code with a login that expires at a given time. */
export function claudeFile(tokens: { readonly accessToken: string; readonly refreshToken: string }, expiresAt: number) {
  return { claudeAiOauth: { ...tokens, expiresAt, scopes: ['user:inference'] }, other: { kept: true } }
}
