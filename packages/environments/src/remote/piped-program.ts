import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { inputClosed } from '../local/launch-piped.js'
import type { Program, ProgramInput } from './remote-link.js'

export interface PipedProgramOptions {
  readonly variables: Readonly<Record<string, string>>
  /** Whether the remote side has a terminal, so that the end of input must be typed. Default: false. */
  readonly isTerminal?: boolean
}

/** Starts a local program with pipes, in a separate session so that keys typed on the agent's terminal do not signal it. */
export async function startPiped(argv: readonly string[], options: PipedProgramOptions): Promise<Program> {
  const [file = '', ...args] = argv
  const child = spawn(file, args, { env: options.variables, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 255)))
  await once(child, 'spawn')
  return {
    input: options.isTerminal ? typedInput(child.stdin) : pipedInput(child.stdin),
    stdout: child.stdout,
    ...(!options.isTerminal && { stderr: child.stderr }),
    exited,
    close() {
      child.kill('SIGKILL')
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy()
    },
    unref() {
      child.unref()
      for (const pipe of [child.stdin, child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref()
    },
  }
}

function pipedInput(input: Writable): ProgramInput {
  let isEnded = false
  // A command may end without reading its input.
  input.on('error', () => input.destroy())
  return {
    async write(data) {
      if (isEnded) throw inputClosed()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      input.write(data, (error) => (error ? reject(inputClosed(error)) : resolve()))
      await promise
    },
    endInput() {
      isEnded = true
      input.end()
    },
    close() {
      isEnded = true
      input.destroy()
    },
  }
}

/** Ctrl-D, which ends the input at the start of a line. */
const endOfInput = '\u0004'

function typedInput(input: Writable): ProgramInput {
  const piped = pipedInput(input)
  let isEnded = false
  let isAtLineStart = true
  return {
    async write(data) {
      if (isEnded) throw inputClosed()
      const bytes = Buffer.from(data)
      if (bytes.length > 0) isAtLineStart = bytes.at(-1) === 0x0a
      await piped.write(bytes)
    },
    endInput() {
      if (isEnded) return
      isEnded = true
      // Within a line, the first Ctrl-D only submits the line.
      piped.write(isAtLineStart ? endOfInput : endOfInput + endOfInput).catch(() => undefined)
    },
    close: () => piped.close(),
  }
}
