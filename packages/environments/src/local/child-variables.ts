import type { TerminalSize } from '@hermes/core/environment'
import { markerName } from './marker.js'

/** Variables that disable pagers, because output is read as a whole. */
const unpaged: Readonly<Record<string, string>> = {
  AI_AGENT: 'hermes',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
}

/** Variables that disable prompts for commands without a terminal. */
const unattended: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  GIT_TERMINAL_PROMPT: '0',
  // Accepts the message proposed by git instead of opening an editor.
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
}

interface ChildVariables {
  /** Variables of the agent, already without credentials. */
  readonly base: Readonly<Record<string, string>>
  readonly requested: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly marker: string
  readonly terminal: TerminalSize | undefined
}

/** Returns the environment variables of one command. */
export function childVariables(options: ChildVariables): Record<string, string> {
  return {
    ...options.base,
    ...unpaged,
    ...(options.terminal ? inTerminal(options.terminal) : unattended),
    ...options.requested,
    // Keeps the logical path with its links.
    PWD: options.workingDirectory,
    [markerName]: options.marker,
  }
}

/** Returns variables that describe the terminal, because the agent may run in a terminal of another size. */
function inTerminal({ columns, rows }: TerminalSize): Record<string, string> {
  return { TERM: 'xterm-256color', COLUMNS: `${columns}`, LINES: `${rows}` }
}
