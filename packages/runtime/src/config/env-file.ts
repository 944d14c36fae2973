import { parseEnv } from 'node:util'
import { ConfigError } from '@hermes/core'
import type { Variables } from '../home/home-paths.js'
import { readTextFile } from '../home/text-file.js'

/** The variables of a `.env` file; none when there is no file. @throws {ConfigError} when it cannot be read. */
export async function readEnvFile(path: string): Promise<Variables> {
  return parseEnv((await readTextFile(path)) ?? '')
}

/**
 * The text with one variable set, or removed when `value` is `undefined`. Every other line stays as it is.
 * @throws {ConfigError} when the format has no way to write the value.
 */
export function editEnvText(text: string, name: string, value: string | undefined): string {
  const assignment = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=${quotedOrPlain}[^\\n]*(?:\\n|$)`, 'gm')
  const kept = text.replace(assignment, '')
  if (value === undefined) return kept
  const gap = kept === '' || kept.endsWith('\n') ? '' : '\n'
  return `${kept}${gap}${name}=${quote(name, value)}\n`
}

const quotedOrPlain = '[ \\t]*(?:"[^"]*"|\'[^\']*\'|`[^`]*`)?'

function quote(name: string, value: string): string {
  if (/^[\w.:/+=@%,~-]*$/.test(value)) return value
  // Between double quotes, and only there, a backslash has a meaning of its own.
  const marks = value.includes('\\') ? ["'", '`'] : ["'", '`', '"']
  const mark = marks.find((candidate) => !value.includes(candidate))
  if (mark) return `${mark}${value}${mark}`
  throw new ConfigError(name, `The value of ${name} cannot be written to .env: it holds every kind of quote.`)
}
