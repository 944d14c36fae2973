import { shellQuote } from '@hermes/safety'

/** Returns lines that export the variables. Names that shells do not accept are omitted. */
export function toExports(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    .map(([name, value]) => `export ${name}=${shellQuote(value)}\n`)
    .join('')
}

/**
 * Encodes a script as one line without control characters, which a terminal might interpret. `printf %b` decodes it.
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
 * Command for the remote side: a shell that reads the actual script as the first line of its input. The script is
 * therefore not visible in process lists and may have any length. The command contains neither backslashes nor single
 * quotes, which login shells treat differently, and prefers bash over sh.
 */
export const boot: readonly string[] = toBoot(readScript)

/** Text that is printed when the shell's terminal accepts a script without echoing it. */
export const terminalReady = 'hermes-terminal-ready'

/** Like {@link boot}, on a terminal, which would otherwise echo and truncate long lines. */
export const terminalBoot: readonly string[] = toBoot(`stty -echo -icanon; echo ${terminalReady}; ${readScript}`)

function toBoot(script: string): readonly string[] {
  return ['sh', '-c', 'exec "$(command -v bash || command -v sh)" -c "$0"', script]
}
