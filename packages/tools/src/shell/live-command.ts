import { randomUUID } from 'node:crypto'
import type { Environment, SessionId } from '@hermes/core'
import type { EnvironmentProcess, ProcessExit, SpawnRequest, TerminalSize } from '@hermes/core/environment'
import type { SpillFile, SpillStore, SpillWriter } from '../spill/spill-store.js'
import { createOutputLog, type OutputLog } from './output-log.js'
import { createOutputText, type OutputText, type OutputTextOptions } from './output-text.js'
import { createReportReader, type ShellReport } from './shell-report.js'
import { plainScript, shellScript } from './shell-script.js'
import type { ShellState } from './shell-state.js'

/** Command from its start to its end, with its output. */
export interface LiveCommand {
  readonly pid?: number
  /** Output of the command, cleaned and without secrets. */
  readonly log: OutputLog
  /** Returns the number of bytes that were dropped from the log because output arrived too fast. */
  lost(): number
  /** Start time, as returned by `performance.now`. */
  readonly startedAt: number
  /** Returns when output last arrived, as a `performance.now` time. Before the first output, returns the start time. */
  lastOutputAt(): number
  /** Resolves when the command has ended and all output has been read. Never rejects. */
  readonly ended: Promise<CommandEnd>
  /** Returns the unfinished last line. */
  peek(): string
  /** Adds held-back output of a flood to the log. */
  settle(): void
  /**
   * Calls `listener` with text added to the log, or with empty text when only the last line has grown. Returns a
   * function that removes the listener.
   */
  listen(listener: (text: string) => void): () => void
  /** Returns notices about what the environment denied the command, one sentence each. */
  notices(): readonly string[]
  /** Ends the command and all of its children. */
  stop(): void
  /** Writes to the input. Rejects when the input is closed. Absent unless the input was requested to stay open. */
  write?(data: string): Promise<void>
  endInput?(): void
}

export interface CommandEnd {
  readonly exit: ProcessExit
  readonly report: ShellReport
  /** File with the complete output, if it was long. */
  readonly file?: SpillFile
  /** Error that prevented the output from being read completely. */
  readonly failure?: unknown
}

export interface CommandRequest {
  readonly command: string
  readonly folder: string
  readonly state: ShellState
  readonly sessionId: SessionId
  /** Session of the outermost run. */
  readonly conversation: SessionId
  readonly callId: string
  /** `apart`: runs separately from the shell of its task and does not change its folder and variables. */
  readonly mode: 'shell' | 'apart'
  readonly terminal?: TerminalSize
}

export interface CommandServices extends OutputTextOptions {
  readonly environment: Environment
  readonly spill?: SpillStore
  /** Maximum length of output for the model, in characters. */
  readonly outputCharacters: number
}

/** Number of output characters that are kept in memory. */
const keptCharacters = 200_000
/** Held-back output of a flood is added to the log after this time. */
const settleMs = 1_000

/**
 * Starts a command. `signal` applies only until the command has started; then the caller decides when to stop it.
 *
 * @throws {EnvironmentError} when the command cannot be started.
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

function toSpawn(request: CommandRequest, mark: string): SpawnRequest {
  const { command, folder, state, sessionId, conversation, mode, terminal } = request
  const withInitialVariables = state.initialVariables === undefined
  const { unset } = state
  const isPlain = mode === 'apart' || terminal !== undefined
  return {
    command: isPlain ? plainScript({ command, unset }) : shellScript({ command, mark, withInitialVariables, unset }),
    workingDirectory: folder,
    owner: { conversation, command },
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
  const { conversation, callId } = request
  const file = spill?.open({ conversation, callId }, { shortUpTo: outputCharacters })
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
    notices: () => process.notices?.() ?? [],
    log,
    lost: text.lost,
    startedAt,
    lastOutputAt: () => lastOutputAt,
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

/** Reads all output, because a command blocks when its output is not read. */
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
