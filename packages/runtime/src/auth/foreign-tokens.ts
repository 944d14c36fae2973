import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { type ForeignFormat, LoginError, type TokenSet, type TokenStore } from '@hermes/transports/auth'
import { withFileLock } from './file-lock.js'

/** The login in a file of another program; `undefined` where there is none. Never throws: what cannot be read is not there. */
export async function findForeignTokens(format: ForeignFormat, path: string): Promise<TokenSet | undefined> {
  return readFile(path, 'utf8').then(format.read, () => undefined)
}

/**
 * The tokens that another program keeps in a file. What is bought with its refresh token goes back into its file, because
 * the old one is then of no use to anybody: under the program's own lock, in one step, with everything else in the file
 * left alone, and only if that program has not logged in anew meanwhile. Where the file cannot be written nothing is bought.
 */
export function foreignTokens(format: ForeignFormat, path: string, now: () => number = Date.now): TokenStore {
  async function read(): Promise<TokenSet> {
    const tokens = await findForeignTokens(format, path)
    if (tokens) return tokens
    throw new LoginError('revoked', `There is no login in ${path} any more.`)
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
  /** Puts the text in the place of the file. */
  publish(text: string): Promise<void>
}

/** Opened before anything is bought: what cannot be opened now could not be written later. */
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
