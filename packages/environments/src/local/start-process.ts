import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError, type EnvironmentProcess, type ProcessExit } from '@hermes/core'
import { ProcessOutput } from './process-output.js'
import { endTree } from './process-tree.js'

export interface ShellCommand {
  readonly shell: string
  readonly command: string
  readonly workingDirectory: string
  readonly variables: Readonly<Record<string, string>>
  readonly stdin?: string
  /** What its descendants carry in their variables. */
  readonly marker: string
  /** From the first signal to SIGKILL. */
  readonly graceMs: number
}

export interface RunningProcess extends EnvironmentProcess {
  readonly pid: number
  /** Ends everything that the command started; resolves `false` when some would not die. */
  end(signal: NodeJS.Signals): Promise<boolean>
}

/** Linux refuses a single argument of 128 KiB. */
const longestArgument = 100_000
/** From the last SIGKILL until a process that nothing can end is given up. */
const giveUpMs = 1_000

/**
 * Starts a command in a session of its own, without a terminal.
 *
 * @throws {EnvironmentError} when it cannot be started.
 */
export async function startProcess(request: ShellCommand): Promise<RunningProcess> {
  const child = await launch(request)
  const output = new ProcessOutput(child.stdout, child.stderr)
  const ended = exitOf(child).finally(() => output.processEnded())
  const givenUp = Promise.withResolvers<ProcessExit>()
  const tree = { groups: [child.pid], marker: request.marker }

  let ending: Promise<boolean> | undefined

  const end = (signal: NodeJS.Signals) => {
    ending = endAll(signal)
    return ending
  }
  const endAll = async (signal: NodeJS.Signals) => {
    const isGone = await endTree(tree, { signal, graceMs: request.graceMs })
    if (await Promise.race([ended, delay(giveUpMs, undefined, { ref: false })])) return isGone
    output.close()
    givenUp.resolve(toExit(null, 'SIGKILL'))
    return false
  }

  return {
    pid: child.pid,
    output,
    exit: Promise.race([ended, givenUp.promise]).then(async (exit) => {
      await output.done
      // Who waits for an end that was asked for waits for all of it.
      await ending
      return exit
    }),
    kill: (signal = 'SIGTERM') => void end(signal),
    end,
  }
}

interface Child extends ChildProcess {
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
}

async function launch(request: ShellCommand): Promise<Child> {
  const inline = Buffer.byteLength(request.command) < longestArgument
  const options: SpawnOptions = {
    cwd: request.workingDirectory,
    env: request.variables,
    detached: true,
    stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', inline ? 'ignore' : 'pipe'],
  }
  try {
    const child = spawn(request.shell, ['-c', inline ? request.command : 'eval "$(cat <&3)" 3<&-'], options)
    // Both are there before anything is awaited: neither an early end nor an early failure is missed.
    await once(child, 'spawn')
    feed(child.stdio[0], request.stdin)
    if (!inline) feed(child.stdio[3], request.command)
    if (!isStarted(child)) throw new Error('The process has no output.')
    return child
  } catch (error) {
    throw new EnvironmentError(await explain(request), { cause: error })
  }
}

async function explain({ command, shell, workingDirectory }: ShellCommand): Promise<string> {
  if (command.includes('\0')) return 'The command holds a NUL character, which no shell takes: leave it out.'
  const folder = await stat(workingDirectory).catch(() => undefined)
  if (!folder?.isDirectory()) return `The command cannot start in ${workingDirectory}: there is no such folder.`
  return `The command could not be started with ${shell} in ${workingDirectory}.`
}

function isStarted(child: ChildProcess): child is Child {
  return child.pid !== undefined && child.stdout !== null && child.stderr !== null
}

function feed(input: Readable | Writable | null | undefined, text: string | undefined): void {
  if (!input || !('write' in input) || text === undefined) return
  // A command need not read its input, and may end before it has.
  input.on('error', () => input.destroy())
  input.end(text)
}

async function exitOf(child: ChildProcess): Promise<ProcessExit> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return toExit(child.exitCode, child.signalCode)
}

function toExit(code: number | null, signal: NodeJS.Signals | null): ProcessExit {
  if (signal === null) return { code: code ?? 1 }
  return { code: 128 + constants.signals[signal], signal }
}
