import { parseEnv } from 'node:util'
import { ConfigError } from '@hermes/core'
import type { Variables } from '../home/home-paths.js'
import { readTextFile } from '../home/text-file.js'

/** The variables of a `.env` file; empty if there is no file. @throws {ConfigError} when it cannot be read. */
export async function readEnvFile(path: string): Promise<Variables> {
  return parseEnv((await readTextFile(path)) ?? '')
}

/**
 * The text with one variable set, or removed when `value` is `undefined`. Other lines are unchanged.
 * @throws {ConfigError} when the format cannot represent the value.
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
  // A backslash is only an escape character inside double quotes.
  const marks = value.includes('\\') ? ["'", '`'] : ["'", '`', '"']
  const mark = marks.find((candidate) => !value.includes(candidate))
  if (mark) return `${mark}${value}${mark}`
  throw new ConfigError(name, `The value of ${name} cannot be written to .env: it contains every kind of quote.`)
}
