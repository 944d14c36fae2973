import type { TerminalSize } from '@hermes/core/environment'
import type { ProcessInput } from '../local/launch.js'
import { inputClosed } from '../local/launch-piped.js'
import { loadPty } from '../local/load-pty.js'
import { terminalInput } from '../local/terminal-input.js'
import { terminalOutput } from '../local/terminal-output.js'
import type { Program, ProgramInput } from './remote-link.js'

export interface PtyProgramOptions {
  readonly variables: Readonly<Record<string, string>>
  readonly size: TerminalSize
}

/** Starts a local program on a terminal that it forwards to the remote side. */
export async function startInPty(argv: readonly string[], { variables, size }: PtyProgramOptions): Promise<Program> {
  const pty = await loadPty()
  const [file = '', ...args] = argv
  const terminal = pty.spawn(file, args, {
    cols: size.columns,
    rows: size.rows,
    cwd: '/',
    env: variables,
    encoding: null,
  })
  const exited = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)))
  let hasExited = false
  void exited.then(() => {
    hasExited = true
  })
  return {
    input: closableInput(terminalInput(terminal)),
    stdout: terminalOutput(terminal),
    exited,
    close() {
      if (!hasExited) process.kill(terminal.pid, 'SIGKILL')
    },
    unref: () => undefined,
  }
}

/** Returns an input that rejects pending writes when the terminal no longer has a reader. */
function closableInput(input: ProcessInput): ProgramInput {
  const { promise: closed, reject: close } = Promise.withResolvers<never>()
  closed.catch(() => undefined)
  return {
    write: (data) => Promise.race([closed, input.write(data)]),
    endInput: input.endInput,
    close: () => close(inputClosed()),
  }
}
