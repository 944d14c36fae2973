import { isUtf8 } from 'node:buffer'
import type { OptionValues } from '../arguments/options/options.js'
import { type InputStream, type Io, writeLine } from '../io.js'
import { UsageError } from '../usage-error.js'

/** How long a prompt on the command line waits for the first byte of stdin, in milliseconds. Some programs leave an unused pipe open. */
const firstByteTimeoutMs = 3000

/**
 * Reads the prompt of a one-shot: the text of the command line, then the piped input. Resolves to `undefined` for `-z ""` with a session, which
 * continues a turn without a new message.
 *
 * @throws {UsageError} when there is no prompt.
 */
export async function readPrompt(values: OptionValues, io: Io): Promise<string | undefined> {
  if (values.prompt !== undefined && values.query !== undefined) {
    throw new UsageError('-z and -q both contain the prompt: use one of them.')
  }
  if (values.prompt === '' && (values.resume ?? values.continue) !== undefined) return undefined
  const given = values.prompt ?? values.query ?? ''
  const piped = io.stdin.isTTY ? '' : await readPiped(io, given === '' ? undefined : firstByteTimeoutMs)
  const prompt = [given, piped].filter((text) => text.trim() !== '').join('\n\n')
  if (prompt === '') throw new UsageError('There is no prompt: pass it with -z "TEXT" or on stdin.')
  return prompt
}

/** Reads piped input. Empty if no byte arrives within the timeout. */
export async function readPiped({ stdin, stderr, t }: Io, timeoutMs: number | undefined): Promise<string> {
  const bytes = await readAll(stdin, timeoutMs)
  if (bytes === undefined) {
    await writeLine(stderr, t`No input on stdin for ${firstByteTimeoutMs / 1000} seconds: continuing without it.`)
    return ''
  }
  if (!isUtf8(bytes))
    await writeLine(stderr, t`The input on stdin contains invalid UTF-8, which was replaced by U+FFFD.`)
  // The final line feed of `echo` is not part of the message.
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, '')
}

/** Reads a whole stream; `undefined` if neither a byte nor its end arrives within the timeout. */
async function readAll(stream: InputStream, timeoutMs: number | undefined): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => finish(undefined), timeoutMs)
    const onData = (chunk: Buffer | string) => {
      clearTimeout(timer)
      chunks.push(Buffer.from(chunk))
    }
    const onEnd = () => finish(Buffer.concat(chunks))
    const onError = (error: Error) => {
      clean()
      reject(error)
    }
    const clean = () => {
      clearTimeout(timer)
      stream.off('data', onData).off('end', onEnd).off('error', onError).pause()
    }
    const finish = (bytes: Buffer | undefined) => {
      clean()
      resolve(bytes)
    }
    if (stream.readableEnded || stream.destroyed) return finish(Buffer.alloc(0))
    stream.on('data', onData).on('end', onEnd).on('error', onError)
  })
}
