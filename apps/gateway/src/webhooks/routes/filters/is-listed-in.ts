import { resolve } from 'node:path'
import { ConfigError, type JsonValue } from '@hermes/core'
import { readOptional } from '@hermes/safety/files'

/**
 * Whether a text, number or truth value is a line of a file. The file is read for each event, so that a change needs no restart.
 * @throws {ConfigError} when there is no such file.
 */
export async function isListedIn(file: string, value: JsonValue | undefined, home: string): Promise<boolean> {
  const text = await readOptional(resolve(home, file))
  if (text === undefined)
    throw new ConfigError('webhooks', `There is no file ${file}, which a filter names in in_file.`)
  if (value === undefined || value === null || typeof value === 'object') return false
  const wanted = String(value).trim()
  return wanted !== '' && text.split('\n').some((line) => line.trim() === wanted)
}
