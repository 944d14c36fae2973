import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeError } from '@hermes/core'
import type { OptionValues } from '../arguments/options/options.js'
import type { Io } from '../io.js'
import { UsageError } from '../usage-error.js'
import { readPiped } from './read-prompt.js'

/**
 * Reads the file of `--query-file`, whose text replaces that of `-q`.
 * @throws {UsageError} when there is another prompt, or no text.
 */
export async function readQueryFile({ io, values }: { io: Io; values: OptionValues }): Promise<OptionValues> {
  const { 'query-file': file = '', ...others } = values
  if (others.query !== undefined || others.prompt !== undefined) {
    throw new UsageError('--query-file contains the prompt, as -q and -z do: use one of them.')
  }
  const query = file === '-' ? await fromStdin(io) : await fromFile(resolve(io.workingDirectory, file))
  if (query.trim() === '') throw new UsageError(`${file} contains no prompt.`)
  return { ...others, query }
}

async function fromStdin(io: Io): Promise<string> {
  if (io.stdin.isTTY) throw new UsageError('--query-file - reads stdin, which is a terminal: use -q "TEXT".')
  return readPiped(io, undefined)
}

async function fromFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`The prompt cannot be read: ${describeError(error)}`)
  }
}
