import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { HermesError } from '@hermes/core'
import type { CommandContext } from '../../arguments/command-spec.js'
import { readPiped } from '../../setup/read-prompt.js'
import { UsageError } from '../../usage-error.js'

/**
 * Reads the text to send: the words of the command line, a file, or piped input.
 * @throws {UsageError} when there is no text, or there are two.
 */
export async function readText(words: readonly string[], context: CommandContext): Promise<string> {
  const { values, io, program } = context
  const given = words.join(' ')
  if (given !== '' && values.file !== undefined)
    throw new UsageError('There are two texts: leave out --file, or the words.')
  if (given.trim() !== '') return given
  if (values.file !== undefined && values.file !== '-') return textOf(resolve(io.workingDirectory, values.file))
  // Does not fall back to stdin, because a variable of a script may be empty.
  if (words.length > 0) throw new UsageError('There is nothing to send: the text is empty.')
  if (io.stdin.isTTY) throw new UsageError(`There is nothing to send: ${program} send TARGET "TEXT".`)
  const text = (await readPiped(io, undefined)).trimEnd()
  if (text === '') throw new UsageError('There is nothing to send: stdin is empty.')
  return text
}

async function textOf(path: string): Promise<string> {
  const text = decode(await contentOf(path))
  if (text === undefined) {
    throw new UsageError(`${path} is not text. A file itself is sent by a line of the text: "MEDIA:${path}".`)
  }
  if (text.trim() === '') throw new UsageError(`There is nothing to send: ${path} is empty.`)
  return text.trimEnd()
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new HermesError('cli/file', `${path} cannot be read.`, { cause })
  }
}

function decode(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}
