import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { type ForeignFormat, LoginError, type TokenSet, type TokenStore } from '@hermes/transports/auth'
import { withFileLock } from './file-lock.js'

/** Reads the login in another program's file; `undefined` if there is none or it cannot be read. Never throws. */
export async function findForeignTokens(format: ForeignFormat, path: string): Promise<TokenSet | undefined> {
  return readFile(path, 'utf8').then(format.read, () => undefined)
}

/**
 * Uses the tokens that another program stores in a file. Because a renewal invalidates the old refresh token, renewed tokens are written
 * back to that file. The write is atomic, happens under the program's own lock, keeps the rest of the file, and is skipped if the program
 * has logged in again. If the file cannot be written, nothing is renewed.
 */
export function foreignTokens(format: ForeignFormat, path: string, now: () => number = Date.now): TokenStore {
  async function read(): Promise<TokenSet> {
    const tokens = await findForeignTokens(format, path)
    if (tokens) return tokens
    throw new LoginError('revoked', `There is no longer a login in ${path}.`)
  }

  return {
    read,
    exclusively: (work) =>
      withFileLock(format.lockedPath(path), async () => {
        const target = await realpath(path).catch(() => path)
        const { refreshToken } = await read()
        await using draft = await openDraft(target, format)
        return await work(async (tokens) => {
          const text = await readFile(target, 'utf8')
          if (format.read(text)?.refreshToken === refreshToken) await draft.publish(format.write(text, tokens, now()))
        })
      }),
  }
}

interface Draft extends AsyncDisposable {
  /** Replaces the content of the file. */
  publish(text: string): Promise<void>
}

/** Opens the replacement file before the renewal, because a file that cannot be opened now could not be written later. */
async function openDraft(target: string, { program, command }: ForeignFormat): Promise<Draft> {
  const path = `${target}.${randomBytes(6).toString('hex')}.tmp`
  const file = await openAs(path, target).catch((cause: unknown) => {
    const advice = `run \`${command}\` once, or log in with Hermes itself`
    throw new LoginError('storage', `${program}'s login in ${target} cannot be renewed from here: ${advice}.`, {
      cause,
    })
  })
  return {
    async publish(text) {
      await file.writeFile(text)
      await file.sync()
      await rename(path, target)
    },
    async [Symbol.asyncDispose]() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

async function openAs(path: string, target: string): Promise<FileHandle> {
  const { mode } = await stat(target)
  return open(path, 'wx', mode & 0o777)
}
