import { realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { HermesError } from '@hermes/core'
import { isStartedByAgent } from '@hermes/environments'
import type { Io } from '../../io.js'

/** A text with absolute paths in its `MEDIA:` lines, and the files of those lines. */
export interface TextWithFiles {
  readonly text: string
  readonly files: readonly string[]
}

/**
 * Finds the files of the lines `MEDIA:path`, relative to the working folder. The user named them, so they are sent from anywhere. For files
 * that the agent names, its usual limits apply.
 * @throws {HermesError} when a file does not exist.
 */
export async function nameFiles(
  text: string,
  { env, workingDirectory }: Pick<Io, 'env' | 'workingDirectory'>,
): Promise<TextWithFiles> {
  const files: string[] = []
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const [, start, named] = /^((?:\s|\[\[\w+\]\])*MEDIA:)(\S.*)$/.exec(line) ?? []
    if (start === undefined || named === undefined) lines.push(line)
    else {
      const path = await fileAt(named.trim(), { env, workingDirectory })
      files.push(path)
      lines.push(`${start}${path}`)
    }
  }
  return { text: lines.join('\n'), files: isStartedByAgent(env) ? [] : files }
}

async function fileAt(named: string, { env, workingDirectory }: Pick<Io, 'env' | 'workingDirectory'>): Promise<string> {
  const home = env.HOME ?? env.USERPROFILE
  const isBelowHome = named.startsWith('~/') && home !== undefined
  const path = isBelowHome ? join(home, named.slice(2)) : resolve(workingDirectory, named)
  try {
    const real = await realpath(path)
    if ((await stat(real)).isFile()) return real
  } catch (cause) {
    throw new HermesError('cli/file', `There is no file ${path}.`, { cause })
  }
  throw new HermesError('cli/file', `${path} is no file.`)
}
