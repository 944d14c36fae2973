import type { TerminalSize } from '@hermes/core/environment'
import { markerName } from './marker.js'

/** What a command prints is read in one go: there is nobody to turn pages. */
const unpaged: Readonly<Record<string, string>> = {
  AI_AGENT: 'hermes',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
}

/** Without a terminal, a command has nobody to ask. */
const unattended: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  GIT_TERMINAL_PROMPT: '0',
  // Takes the message that git proposes, where it would open an editor.
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
}

interface ChildVariables {
  /** Already scrubbed. */
  readonly base: Readonly<Record<string, string>>
  readonly requested: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly marker: string
  readonly terminal: TerminalSize | undefined
}

/** The variables of one command. */
export function childVariables(options: ChildVariables): Record<string, string> {
  return {
    ...options.base,
    ...unpaged,
    ...(options.terminal ? inTerminal(options.terminal) : unattended),
    ...options.requested,
    // Keeps the folder's name as it was reached, through links.
    PWD: options.workingDirectory,
    [markerName]: options.marker,
  }
}

/** The agent may itself run in a terminal, of another size. */
function inTerminal({ columns, rows }: TerminalSize): Record<string, string> {
  return { TERM: 'xterm-256color', COLUMNS: `${columns}`, LINES: `${rows}` }
}
