import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { readOptional, replaceFile } from '@hermes/safety/files'
import { UsageError } from '../usage-error.js'

/** Address of a running server of this home. */
export interface ServeFile {
  readonly url: string
  readonly token: string
  readonly pid: number
}

const name = 'serve.json'

/** Returns the token in an environment variable, or a random one. @throws {UsageError} when it is too short, or has characters that URLs do not allow. */
export function chooseToken(env: Readonly<Record<string, string | undefined>>, variable: string): string {
  const given = env[variable]
  if (given === undefined || given === '') return randomBytes(24).toString('hex')
  if (/^[A-Za-z0-9._-]{16,200}$/.test(given)) return given
  throw new UsageError(`${variable} must have 16 to 200 letters, digits or one of . _ -`)
}

/** Writes the address of the server for other programs of this user. Disposing it removes the file. */
export async function writeServeFile(home: string, { url, token }: Omit<ServeFile, 'pid'>) {
  const path = join(home, name)
  const { pid } = process
  await replaceFile(path, `${JSON.stringify({ url, token, pid })}\n`)
  return {
    path,
    async [Symbol.asyncDispose]() {
      // Another server may have replaced the file.
      if ((await readServeFile(home))?.pid === pid) await rm(path, { force: true })
    },
  }
}

/** Reads the file; `undefined` when no server of this home is running. */
export async function readServeFile(home: string): Promise<ServeFile | undefined> {
  const text = await readOptional(join(home, name))
  const value = text === undefined ? undefined : parseJson(text)
  if (!isRecord(value)) return undefined
  const { url, token, pid } = value
  return typeof url === 'string' && typeof token === 'string' && typeof pid === 'number'
    ? { url, token, pid }
    : undefined
}
