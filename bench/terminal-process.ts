import { createRequire } from 'node:module'
import { type Usage, usageOf } from './usage-of.ts'

/** The part of a pseudo-terminal that is used. */
interface Pty {
  readonly pid: number
  write(text: string): void
  kill(signal: string): void
  onData(listener: (text: string) => void): void
  onExit(listener: () => void): void
}

interface PtyModule {
  spawn(file: string, args: string[], options: object): Pty
}

/** Taken from the CLI, which has it for its tests. */
const { spawn }: PtyModule = createRequire(new URL('../apps/cli/package.json', import.meta.url))('@lydell/node-pty')

export interface TerminalProcess {
  type(text: string): void
  /** Resolves to the time at which the terminal shows matching text, among what is written from now on. */
  shows(pattern: RegExp): Promise<number>
  usage(): Usage
  end(): Promise<void>
}

/** Starts Node on a pseudo-terminal of 120 columns and 40 rows. */
export function startTerminal(args: readonly string[], folder: string): TerminalProcess {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    HERMES_HOME: `${folder}/home`,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const child = spawn(process.execPath, [...args], { cols: 120, rows: 40, cwd: folder, env })
  const ended = new Promise<void>((resolve) => child.onExit(() => resolve()))
  let written = ''
  let look = (): void => undefined
  child.onData((text) => {
    written += text
    look()
  })
  return {
    type: (text) => child.write(text),
    shows(pattern) {
      written = ''
      return new Promise((resolve) => {
        look = () => {
          if (!pattern.test(written)) return
          look = () => undefined
          resolve(performance.now())
        }
      })
    },
    usage: () => usageOf(child.pid),
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
