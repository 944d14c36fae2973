import { randomUUID } from 'node:crypto'
import type { Environment, SessionId } from '@hermes/core'
import type { EnvironmentProcess, ProcessExit, TerminalSize } from '@hermes/core/environment'
import type { SpillFile, SpillStore, SpillWriter } from '../spill/spill-store.js'
import { createOutputLog, type OutputLog } from './output-log.js'
import { createOutputText, type OutputText, type OutputTextOptions } from './output-text.js'
import { createReportReader, type ShellReport } from './shell-report.js'
import { plainScript, shellScript } from './shell-script.js'
import type { ShellState } from './shell-state.js'

/** A command from its start to its end, with what it prints. */
export interface LiveCommand {
  readonly pid?: number
  /** What it has printed: readable, without secrets. */
  readonly log: OutputLog
  /** Bytes that are not in the log, because too much came at once. */
  readonly lost: number
  /** As `performance.now` has it. */
  readonly startedAt: number
  readonly lastOutputAt: number
  /** Resolves when it has ended and all is read. Never rejects. */
  readonly ended: Promise<CommandEnd>
  /** The last line, as far as it has come. */
  peek(): string
  /** Puts into the log what was held back, because too much came at once. */
  settle(): void
  /** Hears of all that joins the log from now on, and of an empty text when only the last line has grown. Returns the way to stop that. */
  listen(listener: (text: string) => void): () => void
  /** Ends it with all that it has started. */
  stop(): void
  /** Rejects once its input is closed. Absent unless it was asked to stay open. */
  write?(data: string): Promise<void>
  endInput?(): void
}

export interface CommandEnd {
  readonly exit: ProcessExit
  readonly report: ShellReport
  /** The whole output, where it was long. */
  readonly file?: SpillFile
  /** Why its output could not be read to the end. */
  readonly failure?: unknown
}

export interface CommandRequest {
  readonly command: string
  readonly folder: string
  readonly state: ShellState
  readonly sessionId: SessionId
  readonly callId: string
  /** `apart`: it goes on beside the shell of its task and reports no folder and no variables back. */
  readonly mode: 'shell' | 'apart'
  readonly terminal?: TerminalSize
}

export interface CommandServices extends OutputTextOptions {
  readonly environment: Environment
  readonly spill?: SpillStore
  /** The longest output for the model, in characters. */
  readonly outputCharacters: number
}

/** Of what a command prints, so many characters are at hand. */
const keptCharacters = 200_000
/** A flood that has stopped is looked at after this time. */
const settleMs = 1_000

/**
 * Starts a command. `signal` counts until it has started: from then on the caller decides when it is stopped.
 * @throws {EnvironmentError} when it cannot be started.
 */
export async function startCommand(
  request: CommandRequest,
  services: CommandServices,
  signal: AbortSignal,
): Promise<LiveCommand> {
  signal.throwIfAborted()
  const mark = randomUUID()
  const controller = new AbortController()
  const stop = () => controller.abort()
  signal.addEventListener('abort', stop)
  try {
    const process = await services.environment.spawn(toSpawn(request, mark), { signal: controller.signal })
    return follow(process, { ...services, mark, request, stop })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function toSpawn({ command, folder, state, sessionId, mode, terminal }: CommandRequest, mark: string) {
  const withInitialVariables = state.initialVariables === undefined
  const { unset } = state
  const isPlain = mode === 'apart' || terminal !== undefined
  return {
    command: isPlain ? plainScript({ command, unset }) : shellScript({ command, mark, withInitialVariables, unset }),
    workingDirectory: folder,
    variables: { ...state.variables, HERMES_SESSION_ID: sessionId },
    ...(terminal ? { terminal } : mode === 'apart' && { keepsInput: true }),
  }
}

interface FollowOptions extends CommandServices {
  readonly mark: string
  readonly request: CommandRequest
  stop(): void
}

function follow(process: EnvironmentProcess, options: FollowOptions): LiveCommand {
  const { outputCharacters, spill, request } = options
  const text = createOutputText(options)
  const log = createOutputLog({ kept: Math.max(keptCharacters, outputCharacters), head: outputCharacters })
  const { sessionId, callId } = request
  const file = spill?.open({ sessionId, callId }, { shortUpTo: outputCharacters })
  const listeners = new Set<(text: string) => void>()
  const startedAt = performance.now()
  let lastOutputAt = startedAt

  const tell = (added: string) => {
    log.append(added)
    for (const listener of listeners) listener(added)
  }
  const settle = () => {
    const added = text.settle()
    if (added === '') return
    tell(added)
    void file?.write(added)
  }
  const ended = readToEnd(process, { mark: options.mark, text, file, tell, settle, touch })

  function touch(): void {
    lastOutputAt = performance.now()
  }

  return {
    ...(process.pid !== undefined && { pid: process.pid }),
    log,
    get lost() {
      return text.lost
    },
    startedAt,
    get lastOutputAt() {
      return lastOutputAt
    },
    ended,
    peek: text.peek,
    settle,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: options.stop,
    ...(process.write && { write: (data: string) => process.write?.(data) ?? Promise.resolve() }),
    ...(process.endInput && { endInput: () => process.endInput?.() }),
  }
}

interface Reading {
  readonly mark: string
  readonly text: OutputText
  readonly file: SpillWriter | undefined
  tell(added: string): void
  settle(): void
  touch(): void
}

/** Reads to the end, however much there is: a command that is not read would never end. */
async function readToEnd(process: EnvironmentProcess, reading: Reading): Promise<CommandEnd> {
  const { text, file, tell } = reading
  const channel = createReportReader(reading.mark)
  const settling = setTimeout(reading.settle, settleMs).unref()
  const add = async (added: string) => {
    tell(added)
    if (added !== '') await file?.write(added)
  }
  let failure: unknown
  try {
    for await (const { stream, data } of process.output) {
      if (stream === 'stderr') {
        channel.push(data)
        continue
      }
      reading.touch()
      settling.refresh()
      await add(text.push(data))
    }
  } catch (error) {
    failure = error
  } finally {
    clearTimeout(settling)
  }
  const report = channel.read()
  await add(text.push(Buffer.from(report.preamble)) + text.end())
  const kept = await file?.close()
  const exit = await process.exit
  return { exit, report, ...(kept && { file: kept }), ...(failure !== undefined && { failure }) }
}
