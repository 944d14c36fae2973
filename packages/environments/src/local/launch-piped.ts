import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { EnvironmentError } from '@hermes/core'
import type { ProcessExit } from '@hermes/core/environment'
import { type Launched, type LaunchRequest, type ProcessInput, toExit } from './launch.js'
import { ProcessOutput } from './process-output.js'

/** Starts a program with pipes and without a terminal. */
export async function launchPiped(request: LaunchRequest): Promise<Launched> {
  const [program = '', ...args] = request.argv
  const hasInput = request.stdin !== undefined || request.keepsInput
  const child = spawn(program, args, {
    cwd: request.workingDirectory,
    env: request.variables,
    detached: true,
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  // Both listeners exist before the first await, so that neither an early exit nor an early failure is missed.
  await once(child, 'spawn')
  if (!isStarted(child)) throw new Error('The process has no output.')
  const output = new ProcessOutput([
    { stream: 'stdout', readable: child.stdout },
    { stream: 'stderr', readable: child.stderr },
  ])
  const input = child.stdin ? feed(child.stdin, request) : undefined
  return { pid: child.pid, output, ended: exitOf(child), ...(input && { input }) }
}

interface Child extends ChildProcess {
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
}

function isStarted(child: ChildProcess): child is Child {
  return child.pid !== undefined && child.stdout !== null && child.stderr !== null
}

async function exitOf(child: ChildProcess): Promise<ProcessExit> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return toExit(child.exitCode, child.signalCode)
}

function feed(input: Writable, { stdin = '', keepsInput }: LaunchRequest): ProcessInput | undefined {
  // A command may end without reading its input.
  input.on('error', () => input.destroy())
  if (!keepsInput) {
    input.end(stdin)
    return undefined
  }
  if (stdin !== '') input.write(stdin)
  return {
    write(data) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      input.write(data, (error) => (error ? reject(inputClosed(error)) : resolve()))
      return promise
    },
    endInput: () => void input.end(),
  }
}

/** Creates the error for a write to a closed input. */
export function inputClosed(cause?: unknown): EnvironmentError {
  return new EnvironmentError('The input of the process is closed, or the process has ended.', { cause })
}
