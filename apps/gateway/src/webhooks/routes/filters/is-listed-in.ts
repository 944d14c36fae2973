import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { ConfigError, type JsonValue } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'

/**
 * Whether a text, number or Boolean is a line of a file. The file is read for each event, so that a change needs no restart.
 * @throws {ConfigError} when there is no such file in the home.
 */
export async function isListedIn(file: string, value: JsonValue | undefined, home: string): Promise<boolean> {
  const path = await pathInHome(file, home)
  const text = path === undefined ? undefined : await readOptional(path)
  if (text === undefined)
    throw new ConfigError('webhooks', `There is no file ${file}, which a filter names in in_file.`)
  if (value === undefined || value === null || typeof value === 'object') return false
  const wanted = String(value).trim()
  return wanted !== '' && text.split('\n').some((line) => line.trim() === wanted)
}

/**
 * Returns the path of a file of `in_file`. It has to be in the home, because strangers can find out its lines with their events.
 * @returns `undefined` if there is none. @throws {ConfigError} if it is not in the home, even through a link.
 */
export async function pathInHome(file: string, home: string): Promise<string | undefined> {
  const path = resolve(home, file)
  if (!isBelow(home, path)) throw outside(file)
  try {
    const real = await realpath(path)
    if (isBelow(await realpath(home), real)) return real
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  throw outside(file)
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !isAbsolute(way) && way.split(/[/\\]/, 1)[0] !== '..'
}

function outside(file: string): ConfigError {
  return new ConfigError(
    'webhooks',
    `The file ${file}, which a filter names in in_file, is not in the home: move it there.`,
  )
}
