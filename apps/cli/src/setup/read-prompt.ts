import { isUtf8 } from 'node:buffer'
import type { OptionValues } from '../arguments/options.js'
import { type InputStream, type Io, writeLine } from '../io.js'
import { UsageError } from '../usage-error.js'

/** How long a prompt on the command line waits for a first byte on stdin: some programs leave a pipe open for nothing. */
const patienceMs = 3000

/**
 * The prompt of a one-shot: the text of the command line, then what was piped in. `undefined` for `-z ""` with a session:
 * there is nothing to say, but a turn to go on with.
 *
 * @throws {UsageError} when there is none.
 */
export async function readPrompt(values: OptionValues, io: Io): Promise<string | undefined> {
  if (values.prompt !== undefined && values.query !== undefined) {
    throw new UsageError('-z and -q both hold the prompt: give one of them.')
  }
  if (values.prompt === '' && (values.resume ?? values.continue) !== undefined) return undefined
  const given = values.prompt ?? values.query ?? ''
  const piped = io.stdin.isTTY ? '' : await readPiped(io, given === '' ? undefined : patienceMs)
  const prompt = [given, piped].filter((text) => text.trim() !== '').join('\n\n')
  if (prompt === '') throw new UsageError('There is no prompt: give it with -z "TEXT" or on stdin.')
  return prompt
}

async function readPiped({ stdin, stderr }: Io, patience: number | undefined): Promise<string> {
  const bytes = await readAll(stdin, patience)
  if (bytes === undefined) {
    await writeLine(stderr, `Nothing came on stdin for ${patienceMs / 1000} seconds: going on without it.`)
    return ''
  }
  if (!isUtf8(bytes))
    await writeLine(stderr, 'What came on stdin is not all UTF-8: the bytes that are not were replaced by U+FFFD.')
  // The line feed that `echo` ends with is not part of what was said.
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, '')
}

/** All of a stream; `undefined` when it neither gives a byte nor ends within the patience. */
async function readAll(stream: InputStream, patience: number | undefined): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    const timer = patience === undefined ? undefined : setTimeout(() => finish(undefined), patience)
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
