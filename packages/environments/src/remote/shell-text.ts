import { shellQuote } from '@hermes/safety'

/** Lines that make the variables part of what a shell hands on. Names that no shell takes are left out. */
export function toExports(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    .map(([name, value]) => `export ${name}=${shellQuote(value)}\n`)
    .join('')
}

/**
 * A script as one line without control characters, which a terminal might take for itself: what `printf %b` makes the
 * script of again.
 */
export function toLine(script: string): string {
  return `${script.replace(/[\\\p{Cc}]/gu, escapeCharacter)}\n`
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (character === '\\') return '\\\\'
  return code < 0x80 ? `\\0${code.toString(8).padStart(3, '0')}` : character
}

const readScript = 'IFS= read -r l && eval "$(printf %b "$l")"'

/**
 * What is run on the far side: a shell that reads the true script as the first line of its input. So nothing of it shows
 * in a list of processes, and it may be of any length. It holds neither a backslash nor a single quote, which login shells
 * take differently, and prefers bash to the plain shell.
 */
export const boot: readonly string[] = toBoot(readScript)

/** What a shell prints once its terminal takes a script without showing it. */
export const terminalReady = 'hermes-terminal-ready'

/** The same on a terminal, which otherwise echoes, and cuts long lines. */
export const terminalBoot: readonly string[] = toBoot(`stty -echo -icanon; echo ${terminalReady}; ${readScript}`)

function toBoot(script: string): readonly string[] {
  return ['sh', '-c', 'exec "$(command -v bash || command -v sh)" -c "$0"', script]
}
