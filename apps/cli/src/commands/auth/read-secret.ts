import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { type Io, write } from '../../io.js'
import { UsageError } from '../../usage-error.js'

/**
 * Reads a secret from stdin, or from a terminal without echo.
 * @returns `undefined` when the user leaves with Ctrl+C or Ctrl+D.
 * @throws {UsageError} when it is empty, or contains characters that no secret has.
 */
export async function readSecret(io: Pick<Io, 'stdin' | 'stderr'>, question: string): Promise<string | undefined> {
  const text = io.stdin.isTTY ? await askHidden(io, question) : await readText(io.stdin)
  const secret = text?.trim()
  if (secret === undefined) return undefined
  if (secret === '') throw new UsageError('There is no key: type it at the prompt, or pass it on stdin.')
  if (/[^\x21-\x7e]/.test(secret)) {
    throw new UsageError('The key contains invalid characters: copy it again, one key, without spaces.')
  }
  return secret
}

async function askHidden(
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  question: string,
): Promise<string | undefined> {
  await write(stderr, question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const asking = createInterface({ input: stdin, output: nowhere, terminal: true })
  const leave = new AbortController()
  asking.once('close', () => leave.abort())
  asking.once('SIGINT', () => asking.close())
  try {
    return await asking.question('', { signal: leave.signal })
  } catch (error) {
    if (leave.signal.aborted) return undefined
    throw error
  } finally {
    asking.close()
    await write(stderr, '\n')
  }
}
