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
  /** Absolute, there. */
  readonly folder: string
  /** What every command gets. */
  readonly variables: Readonly<Record<string, string>>
  /** Ends in a dot, so that none begins another. */
  readonly marker: string
}

export interface RemoteProcess extends EnvironmentProcess {
  readonly pid: number
  end(signal: EndSignal): Promise<boolean>
}

/** The one that runs the wrapper, where that is bash. */
const shell = `"\${BASH:-sh}"`
/** From the answer that a command is gone until its exit code is given up. */
const giveUpMs = 1_000
/** What `ssh` itself answers for a connection that is gone. */
const cutOff = 255
const killed = 128 + constants.signals.SIGKILL

/** @throws {EnvironmentError} when it cannot be started. */
export async function startRemote(command: RemoteCommand, signal: AbortSignal): Promise<RemoteProcess> {
  const { link, guardian, request, folder, marker } = command
  const { terminal, stdin, keepsInput } = request
  if (request.command.includes('\0')) {
    throw new EnvironmentError('The command holds a NUL character, which no shell takes: leave it out.')
  }
  const channel = await openChannel(link, {
    script: (mark) => toScript(command, mark),
    signal,
    ...(terminal && { terminal }),
  }).catch((error: unknown) => {
    // It may have begun without our having heard of it.
    void guardian.end({ marker, sessions: [] }, 'SIGKILL')
    throw error
  })
  if (channel.greeting.word === refused) {
    channel.close()
    throw new EnvironmentError(`The command cannot start in ${folder} on ${link.name}: there is no such folder.`)
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
    // Nothing of it may go on unseen; and whoever runs the next command shall know whether there is a connection.
    await (ending ?? guardian.end(tree, 'SIGKILL'))
    return { code: ending ? killed : cutOff }
  })
  const endAll = async (signal: EndSignal) => {
    const isGone = await guardian.end(tree, signal)
    // Its last mark may be stuck behind output that nobody reads.
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
    // With its terminal, nothing is left that could still print on it.
    if (request.terminal) channel.close()
    // Who waits for an end that was asked for waits for all of it.
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
