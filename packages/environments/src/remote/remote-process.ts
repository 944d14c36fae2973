import { constants } from 'node:os'
import { EnvironmentError } from '@hermes/core'
import type { EnvironmentProcess, ProcessExit, SpawnRequest } from '@hermes/core/environment'
import { shellQuote } from '@hermes/safety'
import { childVariables } from '../local/child-variables.js'
import { ProcessOutput, type Source } from '../local/process-output.js'
import { shellArgv } from '../local/shell-argv.js'
import type { EndSignal, Guardian } from './guardian.js'
import { type Channel, openChannel } from './open-channel.js'
import type { RemoteLink } from './remote-link.js'
import { refused, wrapScript } from './wrapper-script.js'

export interface RemoteCommand {
  readonly link: RemoteLink
  readonly guardian: Guardian
  readonly request: SpawnRequest
  /** Absolute path on the remote side. */
  readonly folder: string
  /** Variables for every command. */
  readonly variables: Readonly<Record<string, string>>
  /** Marker of the command's processes. Ends in a dot, so that no marker is a prefix of another. */
  readonly marker: string
}

export interface RemoteProcess extends EnvironmentProcess {
  readonly pid: number
  end(signal: EndSignal): Promise<boolean>
}

/** Shell of the command: that of the wrapper if it is bash, or else `sh`. */
const shell = `"\${BASH:-sh}"`
/** How long to wait for the exit code after the guardian has reported the end. */
const giveUpMs = 1_000
/** Exit code of `ssh` for a lost connection. */
const cutOff = 255
const killed = 128 + constants.signals.SIGKILL

/** Starts a command on the remote side. @throws {EnvironmentError} when it cannot be started. */
export async function startRemote(command: RemoteCommand, signal: AbortSignal): Promise<RemoteProcess> {
  const { link, guardian, request, folder, marker } = command
  const { terminal, stdin, keepsInput } = request
  if (request.command.includes('\0')) {
    throw new EnvironmentError('The command contains a NUL character, which shells do not accept: remove it.')
  }
  const channel = await openChannel(link, {
    script: (mark) => toScript(command, mark),
    signal,
    ...(terminal && { terminal }),
  }).catch((error: unknown) => {
    // The command may have started even though no start line arrived.
    void guardian.end({ marker, sessions: [] }, 'SIGKILL')
    throw error
  })
  if (channel.greeting.word === refused) {
    channel.close()
    throw new EnvironmentError(`The command cannot start in ${folder} on ${link.name}: the folder does not exist.`)
  }
  if (stdin) channel.input.write(stdin).catch(() => undefined)
  if (!keepsInput && !terminal) channel.input.endInput()
  return toProcess(channel, command)
}

function toScript({ request, folder, variables, marker }: RemoteCommand, mark: string): string {
  const { terminal, variables: requested = {} } = request
  const [, ...args] = shellArgv('bash', request.command)
  return wrapScript({
    mark,
    folder,
    variables: childVariables({ base: variables, requested, workingDirectory: folder, marker, terminal }),
    ...(terminal && { terminal }),
    body: [shell, ...args.map(shellQuote)].join(' '),
  })
}

function toProcess(channel: Channel, { guardian, marker, request }: RemoteCommand): RemoteProcess {
  const session = channel.greeting.argument
  const tree = { marker, sessions: [session] }
  const output = toOutput(channel)
  const givenUp = Promise.withResolvers<ProcessExit>()
  let ending: Promise<boolean> | undefined
  guardian.note(session)

  const ended = channel.ended.then(async (mark) => {
    if (mark) return { code: Number(mark.argument) }
    // Ends remaining processes, and detects a lost connection before the next command.
    await (ending ?? guardian.end(tree, 'SIGKILL'))
    return { code: ending ? killed : cutOff }
  })
  const endAll = async (signal: EndSignal) => {
    const isGone = await guardian.end(tree, signal)
    // The last mark may be stuck behind unread output.
    setTimeout(() => givenUp.resolve({ code: 128 + constants.signals[signal], signal }), giveUpMs).unref()
    return isGone
  }
  const end = (signal: EndSignal) => {
    ending = endAll(signal)
    return ending
  }
  const exit = Promise.race([ended, givenUp.promise]).then(async (result) => {
    guardian.forget(session)
    channel.input.close()
    channel.unref()
    output.processEnded()
    await output.done
    // The terminal no longer exists, so nothing can print on it.
    if (request.terminal) channel.close()
    // When a command is being ended, `exit` waits until all of its processes have ended.
    await ending
    return result
  })
  const { write, endInput } = channel.input
  return {
    pid: Number(session),
    output,
    exit,
    ...((request.keepsInput || request.terminal) && { write, endInput }),
    kill: (signal = 'SIGTERM') => void end(signal),
    end,
  }
}

function toOutput({ stdout, stderr }: Channel): ProcessOutput {
  const sources: Source[] = [{ stream: 'stdout', readable: stdout }]
  if (stderr) sources.push({ stream: 'stderr', readable: stderr })
  return new ProcessOutput(sources)
}
