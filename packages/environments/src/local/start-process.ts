import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError } from '@hermes/core'
import type { CommandOwner, EnvironmentProcess, OutputChunk, ProcessExit, TerminalSize } from '@hermes/core/environment'
import type { CommandWrapper, LaunchableCommand } from './command-wrapper.js'
import { type Launched, type LaunchRequest, toExit } from './launch.js'
import { launchInTerminal } from './launch-in-terminal.js'
import { launchPiped } from './launch-piped.js'
import { withLimit } from './limit-mark.js'
import type { Mark } from './marker.js'
import { endTree } from './process-tree.js'
import { bareShellArgv } from './shell-argv.js'

export interface ShellCommand extends Omit<LaunchRequest, 'argv'> {
  readonly shell: string
  readonly command: string
  readonly terminal?: TerminalSize
  readonly sandbox?: CommandWrapper
  readonly owner?: CommandOwner
  /** Mark of the command's descendants. */
  readonly mark: Mark
  /** Time between the first signal and SIGKILL. */
  readonly graceMs: number
}

export interface RunningProcess extends EnvironmentProcess {
  readonly pid: number
  /** Ends all processes of the command. Resolves to `false` when some are still running. */
  end(signal: NodeJS.Signals): Promise<boolean>
}

/** Time after the last SIGKILL until a process that does not exit is abandoned. */
const giveUpMs = 1_000

/**
 * Starts a command in a separate session.
 *
 * @throws {EnvironmentError} when the command cannot be started.
 */
export async function startProcess(request: ShellCommand): Promise<RunningProcess> {
  const { pid, output, ended: processEnded, input, afterwards } = await launch(request)
  const ended = processEnded.finally(() => output.processEnded())
  const givenUp = Promise.withResolvers<ProcessExit>()
  const tree = { groups: [pid], mark: request.mark }

  const note = Promise.race([ended.then(() => afterwards?.()), givenUp.promise.then(() => undefined)])

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
    output: withNote(output, note),
    exit: Promise.race([ended, givenUp.promise]).then(async (exit) => {
      await output.done
      // When a command is being ended, `exit` waits until all of its processes have ended.
      await ending
      await note
      return exit
    }),
    ...input,
    kill: (signal = 'SIGTERM') => void end(signal),
    end,
  }
}

interface Started extends Launched {
  /** See {@link LaunchableCommand.ended}. */
  readonly afterwards?: LaunchableCommand['ended']
}

/** Appends a note on separate lines. Uses standard output, because tools use standard error as a channel. */
async function* withNote(
  output: AsyncIterable<OutputChunk>,
  note: Promise<string | undefined>,
): AsyncGenerator<OutputChunk> {
  let isAtStart = true
  for await (const chunk of output) {
    if (chunk.stream === 'stdout') isAtStart = chunk.data.at(-1) === 0x0a
    yield chunk
  }
  const text = await note
  if (text !== undefined) yield { stream: 'stdout', data: Buffer.from(`${isAtStart ? '' : '\n'}${text}\n`) }
}

async function launch(request: ShellCommand): Promise<Started> {
  const { shell, command, mark, workingDirectory, variables, terminal, sandbox, owner } = request
  try {
    const plain = {
      ...{ argv: bareShellArgv(shell, withLimit(command, mark.limits)), workingDirectory, variables },
      ...(owner && { owner }),
    }
    const { ended, ...wrapped }: LaunchableCommand = sandbox ? await sandbox.wrap(plain) : plain
    const wanted = { ...request, ...wrapped }
    const launched = await (terminal ? launchInTerminal(wanted, terminal) : launchPiped(wanted))
    return { ...launched, ...(ended && { afterwards: ended }) }
  } catch (error) {
    if (EnvironmentError.is(error)) throw error
    throw new EnvironmentError(await explain(request), { cause: error })
  }
}

async function explain({ command, shell, workingDirectory }: ShellCommand): Promise<string> {
  if (command.includes('\0')) return 'The command contains a NUL character, which shells do not accept: remove it.'
  const folder = await stat(workingDirectory).catch(() => undefined)
  if (!folder?.isDirectory()) return `The command cannot start in ${workingDirectory}: the folder does not exist.`
  return `The command could not be started with ${shell} in ${workingDirectory}.`
}
