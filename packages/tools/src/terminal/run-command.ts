import { randomUUID } from 'node:crypto'
import type { Environment, EnvironmentProcess, ProcessExit, ToolContext } from '@hermes/core'
import { createHeadTail } from './head-tail.js'
import { createProgress } from './progress.js'
import { createReportReader, type ShellReport } from './shell-report.js'
import { shellScript } from './shell-script.js'
import type { ShellState } from './shell-state.js'
import { stripAnsi } from './strip-ansi.js'

export interface CommandRequest {
  readonly command: string
  readonly folder: string
  readonly state: ShellState
  readonly timeoutMs: number
  /** Longest output, in characters. */
  readonly outputLimit: number
}

export interface CommandResult {
  readonly output: string
  readonly exit: ProcessExit
  /** What ended it before its time. */
  readonly endedBy?: 'timeout' | 'interrupt'
  readonly report: ShellReport
}

const progressCharacters = 200

/** Runs one command to its end, or until the time is up or the run is interrupted: then all that it started is ended. */
export async function runCommand(
  environment: Environment,
  request: CommandRequest,
  context: Pick<ToolContext, 'signal' | 'sessionId' | 'report'>,
): Promise<CommandResult> {
  const mark = randomUUID()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), request.timeoutMs)
  const { state } = request
  try {
    const process = await environment.spawn(
      {
        command: shellScript({
          command: request.command,
          mark,
          withInitialVariables: state.initialVariables === undefined,
          unset: state.unset,
        }),
        workingDirectory: request.folder,
        variables: { ...state.variables, HERMES_SESSION_ID: context.sessionId },
      },
      { signal: AbortSignal.any([context.signal, deadline.signal]) },
    )
    const collected = await collect(process, { mark, limit: request.outputLimit, report: context.report })
    return {
      ...collected,
      exit: await process.exit,
      ...(deadline.signal.aborted && { endedBy: 'timeout' as const }),
      ...(context.signal.aborted && { endedBy: 'interrupt' as const }),
    }
  } finally {
    clearTimeout(timer)
  }
}

interface CollectOptions {
  readonly mark: string
  readonly limit: number
  report(progress: string): void
}

/** Reads to the end, however much there is: a command that is not read would never end. */
async function collect(
  process: EnvironmentProcess,
  { mark, limit, report }: CollectOptions,
): Promise<{ readonly output: string; readonly report: ShellReport }> {
  const text = createHeadTail({ limit, clean: stripAnsi })
  const channel = createReportReader(mark)
  const progress = createProgress(() => report(lastLine(text.recent())))
  try {
    for await (const { stream, data } of process.output) {
      if (stream === 'stderr') channel.push(data)
      else {
        text.push(data)
        progress.changed()
      }
    }
  } finally {
    progress.stop()
  }
  const shellReport = channel.read()
  text.push(Buffer.from(shellReport.preamble))
  return { output: text.toString(), report: shellReport }
}

function lastLine(text: string): string {
  const lines = text.split(/[\r\n]+/)
  return (lines.findLast((line) => line.trim() !== '') ?? '').trim().slice(0, progressCharacters)
}
