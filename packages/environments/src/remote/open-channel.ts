import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { EnvironmentError } from '@hermes/core'
import { type Mark, MarkedStream } from './marked-stream.js'
import type { OpenOptions, Program, ProgramInput, RemoteLink } from './remote-link.js'
import { boot, terminalBoot, terminalReady, toLine } from './shell-text.js'

/** Script that runs on the remote side. */
export interface Channel {
  /** Start line of the script. */
  readonly greeting: Mark
  readonly input: ProgramInput
  readonly stdout: Readable
  /** Standard error. Absent on a terminal. */
  readonly stderr?: Readable
  /** Resolves to the end line of the script, or `undefined` when the connection was interrupted. */
  readonly ended: Promise<Mark | undefined>
  /** Resolves to the exit code of the local program. */
  readonly exited: Promise<number>
  /** Ends the local program only. */
  close(): void
  /** Lets Node.js exit while the channel is open. */
  unref(): void
}

export interface ChannelOptions extends OpenOptions {
  /** Returns the script. The first and last lines of each stream must start with the mark. */
  readonly script: (mark: string) => string
  /** Stops waiting for the start when aborted. */
  readonly signal?: AbortSignal
}

/**
 * Runs a script on the remote side. Resolves when the script has started.
 *
 * @throws {EnvironmentError} when the script does not start.
 */
export async function openChannel(link: RemoteLink, options: ChannelOptions): Promise<Channel> {
  const program = await startProgram(link, options)
  const abort = () => program.close()
  options.signal?.addEventListener('abort', abort, { once: true })
  try {
    return await begin(link, program, options)
  } catch (error) {
    program.close()
    options.signal?.throwIfAborted()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}

async function startProgram(link: RemoteLink, { script: _, signal, ...options }: ChannelOptions): Promise<Program> {
  signal?.throwIfAborted()
  try {
    return await link.open(options.terminal ? terminalBoot : boot, options)
  } catch (error) {
    throw EnvironmentError.is(error) ? error : new EnvironmentError(link.explain(''), { cause: error })
  }
}

async function begin(link: RemoteLink, program: Program, { script, terminal }: ChannelOptions): Promise<Channel> {
  const mark = `hermes-${randomUUID()}`
  const interruptionMessage = `hermes: the command ended without an exit code: ${link.name} or the connection to it is gone.\n`
  if (terminal) await untilReady(link, program.stdout)
  const stdout = new MarkedStream(mark, program.stderr ? '' : interruptionMessage)
  const stderr = program.stderr && new MarkedStream(mark, interruptionMessage)
  // A broken pipe counts as an end. The streams then have no last mark.
  pipeline(program.stdout, stdout, () => undefined)
  if (program.stderr && stderr) pipeline(program.stderr, stderr, () => undefined)
  program.input.write(toLine(script(mark))).catch(() => undefined)
  const greeting = await stdout.started.catch(async (error: unknown) => {
    const noise = await stderr?.started.then(() => '', String)
    throw new EnvironmentError(link.explain([noise, String(error)].join('\n')), { cause: error })
  })
  return {
    greeting,
    input: program.input,
    stdout,
    ...(stderr && { stderr }),
    ended: Promise.all([stdout.ended, stderr?.ended]).then(([end]) => end),
    exited: program.exited,
    close: () => program.close(),
    unref: () => program.unref(),
  }
}

async function untilReady(link: RemoteLink, terminal: Readable): Promise<void> {
  for (let seen = ''; !seen.includes(terminalReady); ) {
    await once(terminal, 'readable')
    const chunk: Buffer | null = terminal.read()
    if (chunk === null && terminal.readableEnded) throw new EnvironmentError(link.explain(seen))
    seen += chunk ?? ''
  }
}
