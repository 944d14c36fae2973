import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError } from '@hermes/core'
import type { EnvironmentProcess, ProcessExit, TerminalSize } from '@hermes/core/environment'
import type { CommandWrapper } from './command-wrapper.js'
import { type Launched, type LaunchRequest, toExit } from './launch.js'
import { launchInTerminal } from './launch-in-terminal.js'
import { launchPiped } from './launch-piped.js'
import { withLimit } from './limit-mark.js'
import type { Mark } from './marker.js'
import { endTree } from './process-tree.js'
import { shellArgv } from './shell-argv.js'

export interface ShellCommand extends Omit<LaunchRequest, 'argv'> {
  readonly shell: string
  readonly command: string
  readonly terminal?: TerminalSize
  readonly sandbox?: CommandWrapper
  /** What its descendants carry. */
  readonly mark: Mark
  /** From the first signal to SIGKILL. */
  readonly graceMs: number
}

export interface RunningProcess extends EnvironmentProcess {
  readonly pid: number
  /** Ends everything that the command started; resolves `false` when some would not die. */
  end(signal: NodeJS.Signals): Promise<boolean>
}

/** From the last SIGKILL until a process that nothing can end is given up. */
const giveUpMs = 1_000

/**
 * Starts a command in a session of its own.
 *
 * @throws {EnvironmentError} when it cannot be started.
 */
export async function startProcess(request: ShellCommand): Promise<RunningProcess> {
  const { pid, output, ended: processEnded, input } = await launch(request)
  const ended = processEnded.finally(() => output.processEnded())
  const givenUp = Promise.withResolvers<ProcessExit>()
  const tree = { groups: [pid], mark: request.mark }

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
    pid,
    output,
    exit: Promise.race([ended, givenUp.promise]).then(async (exit) => {
      await output.done
      // Who waits for an end that was asked for waits for all of it.
      await ending
      return exit
    }),
    ...input,
    kill: (signal = 'SIGTERM') => void end(signal),
    end,
  }
}

async function launch(request: ShellCommand): Promise<Launched> {
  const { shell, command, mark, workingDirectory, variables, terminal, sandbox } = request
  try {
    const plain = { argv: shellArgv(shell, withLimit(command, mark.limits)), workingDirectory, variables }
    const launched = { ...request, ...(sandbox ? await sandbox.wrap(plain) : plain) }
    return await (terminal ? launchInTerminal(launched, terminal) : launchPiped(launched))
  } catch (error) {
    if (EnvironmentError.is(error)) throw error
    throw new EnvironmentError(await explain(request), { cause: error })
  }
}

async function explain({ command, shell, workingDirectory }: ShellCommand): Promise<string> {
  if (command.includes('\0')) return 'The command holds a NUL character, which no shell takes: leave it out.'
  const folder = await stat(workingDirectory).catch(() => undefined)
  if (!folder?.isDirectory()) return `The command cannot start in ${workingDirectory}: there is no such folder.`
  return `The command could not be started with ${shell} in ${workingDirectory}.`
}
