import { stat } from 'node:fs/promises'
import { constants } from 'node:os'
import type { ProcessExit, TerminalSize } from '@hermes/core/environment'
import type { Launched, LaunchRequest } from './launch.js'
import { loadPty, type PtyProcess } from './load-pty.js'
import { ProcessOutput } from './process-output.js'
import { terminalInput } from './terminal-input.js'
import { terminalOutput } from './terminal-output.js'

/** Starts a program in a new pseudo-terminal. */
export async function launchInTerminal(request: LaunchRequest, size: TerminalSize): Promise<Launched> {
  const { argv, workingDirectory, variables, stdin } = request
  const pty = await loadPty()
  await rejectUnsupported(request)
  const [program = '', ...args] = argv
  const terminal = pty.spawn(program, args, {
    cols: size.columns,
    rows: size.rows,
    cwd: workingDirectory,
    env: variables,
    encoding: null,
  })
  const readable = terminalOutput(terminal)
  const output = new ProcessOutput([{ stream: 'stdout', readable }])
  const ended = exitOf(terminal)
  const input = terminalInput(terminal)
  // Written while the command reads it. The command may end before that.
  if (stdin) void input.write(stdin).catch(() => undefined)
  return { pid: terminal.pid, output, ended, input }
}

/** Rejects requests that node-pty mishandles: it truncates text at NUL characters, and prints a missing folder as command output. */
async function rejectUnsupported({ argv, workingDirectory, variables }: LaunchRequest): Promise<void> {
  const texts = [...argv, workingDirectory, ...Object.entries(variables).flat()]
  if (texts.some((text) => text.includes('\0'))) throw new Error('There is a NUL character in it.')
  if (!(await stat(workingDirectory)).isDirectory()) throw new Error('There is no such folder.')
}

function exitOf(terminal: PtyProcess): Promise<ProcessExit> {
  const { promise, resolve } = Promise.withResolvers<ProcessExit>()
  terminal.onExit(({ exitCode, signal }) => resolve(signal ? endedBy(signal) : { code: exitCode }))
  return promise
}

function endedBy(number: number): ProcessExit {
  const [signal] = Object.entries(constants.signals).find(([, value]) => value === number) ?? []
  return { code: 128 + number, ...(signal !== undefined && { signal }) }
}
