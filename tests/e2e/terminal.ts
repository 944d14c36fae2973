import { type ChildProcess, spawn } from 'node:child_process'
import { expect } from 'vitest'
import type { Sandbox } from './hermes.js'
import { createScreen, type ScreenSize } from './screen.js'

/** A program on its own terminal. */
export interface TerminalProcess {
  readonly process: ChildProcess
  type(keys: string): void
  /** Resolves when the terminal shows the text, in the row of the last one or below. */
  shows(text: string): Promise<void>
  /** Returns the whole content of the terminal, including scrollback. */
  screen(): string
  /** Everything that was written to the terminal. */
  output(): string
  readonly exit: Promise<number | null>
}

export interface TerminalOptions {
  readonly term?: string
  readonly locale?: string
  /** The size of the terminal. Default: what `script` creates without a terminal, with a screen of 80 columns. */
  readonly size?: ScreenSize
  /** The folder in which the command starts. Default: the workspace. */
  readonly cwd?: string
  /** What opens without an option. Default: the line chat. */
  readonly interface?: 'by settings'
}

/** Runs a command on a terminal created by `script`, in the sandbox. */
export function openTerminal(
  sandbox: Sandbox,
  words: readonly string[],
  { term = 'xterm-256color', locale = 'C.UTF-8', size, cwd = sandbox.workspace, ...options }: TerminalOptions = {},
): TerminalProcess {
  const program = words.map((word) => `'${word}'`).join(' ')
  const command = size ? `stty cols ${size.columns} rows ${size.rows}; exec ${program}` : program
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HERMES_HOME: sandbox.home,
      HOME: sandbox.home,
      TERM: term,
      LANG: locale,
      ...(options.interface === undefined && { HERMES_TUI: '0' }),
    },
  })
  const screen = createScreen(size)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    output += data
    screen.write(data)
  })
  return {
    process: child,
    type: (keys) => void child.stdin.write(keys),
    screen: screen.text,
    output: () => output,
    async shows(expected) {
      await expect.poll(screen.unseen, { timeout: 15_000 }).toContain(expected)
      screen.see(expected)
    },
    exit: new Promise((resolve) => child.once('exit', resolve)),
  }
}
