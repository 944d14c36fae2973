import { parseEnv } from 'node:util'
import { ConfigError } from '@hermes/core'
import type { Variables } from '../../home/home-paths.js'
import { readTextFile } from '../../home/text-file.js'

export interface EnvFile {
  readonly variables: Variables
  /** One sentence for each line that is not an assignment. It names the line, never its text. */
  readonly warnings: readonly string[]
}

/** Reads a `.env` file; empty if there is no file. @throws {ConfigError} when it cannot be read. */
export async function readEnvFile(path: string): Promise<EnvFile> {
  const text = (await readTextFile(path)) ?? ''
  const warnings = unreadableLines(text).map(
    (line) => `${path}, line ${line}, cannot be read: write it like NAME=value, or start it with "#".`,
  )
  return { variables: parseEnv(text), warnings }
}

/** Returns the lines that are neither blank, nor a comment, nor part of an assignment, counted from 1. */
function unreadableLines(text: string): readonly number[] {
  // A quoted value may span several lines, so line feeds are kept when it is blanked out.
  const rest = text.replace(/\r\n?/g, '\n').replace(commentOrAssignment, (found) => found.replace(/[^\n]/g, ''))
  return rest.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]))
}

/**
 * Returns the text with one variable set, or removed when `value` is `undefined`. Other lines are unchanged.
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
const commentOrAssignment = new RegExp(
  `^[ \\t]*(?:#|(?:export[ \\t]+)?[A-Za-z_][\\w.-]*[ \\t]*=${quotedOrPlain})[^\\n]*`,
  'gm',
)

function quote(name: string, value: string): string {
  if (/^[\w.:/+=@%,~-]*$/.test(value)) return value
  // A backslash is only an escape character inside double quotes.
  const marks = value.includes('\\') ? ["'", '`'] : ["'", '`', '"']
  const mark = marks.find((candidate) => !value.includes(candidate))
  if (mark) return `${mark}${value}${mark}`
  throw new ConfigError(name, `The value of ${name} cannot be written to .env: it contains every kind of quote.`)
}
