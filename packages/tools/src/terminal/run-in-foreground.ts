import type { ToolContext, ToolOutput } from '@hermes/core'
import { type LiveCommand, startCommand } from '../shell/live-command.js'
import { nextState } from '../shell/shell-state.js'
import type { Limits } from '../shell/terminal-limits.js'
import { createProgress } from './progress.js'
import type { Place, TerminalCall, TerminalServices } from './terminal-call.js'
import { answer, shownOutput, toResult } from './to-result.js'
import { type WaitLimits, waitFor } from './wait-for.js'

/**
 * Runs a command until it ends. A command with a timeout is ended when the timeout expires. Without one, the call waits
 * while the command prints, up to the maximum time; then the command continues in the background, if possible.
 */
export async function runInForeground(
  services: TerminalServices,
  call: TerminalCall,
  place: Place,
  context: ToolContext,
): Promise<ToolOutput> {
  const { limits, processes, states } = services
  const live = await startCommand({ ...place.request, mode: 'shell' }, services, context.signal)
  const waitLimits = waitLimitsFor(call, limits, processes !== undefined)
  const waited = await showProgress(live, context, () => waitFor(live, waitLimits, context.signal))
  const isUnfinished = waited === 'long' || waited === 'silent'
  if (isUnfinished && call.timeout === undefined) {
    const moved = await moveToBackground(live, services, { call, context, waitLimits, folder: place.request.folder })
    if (moved) return moved
  }
  if (waited !== 'ended') live.stop()
  const end = await live.ended
  if (end.failure !== undefined) throw end.failure
  const state = states.get(context.taskId)
  const next = nextState(state, end.report)
  states.set(context.taskId, call.workdir === undefined ? next : { ...next, folder: place.folder })
  return toResult({
    command: call.command,
    live,
    end,
    note: place.note,
    limits,
    reach: services.environment.networkOf?.(place.request.conversation) ?? 'open',
    timeoutMs: waitLimits.totalMs,
    ...(isUnfinished && { endedBy: 'time' as const }),
    ...(waited === 'interrupted' && { endedBy: 'interrupt' as const }),
  })
}

function waitLimitsFor({ timeout }: TerminalCall, { timeoutMs, maxTimeoutMs }: Limits, canMove: boolean): WaitLimits {
  if (timeout === undefined && canMove) return { totalMs: maxTimeoutMs, silentMs: timeoutMs }
  const totalMs = timeout === undefined ? timeoutMs : Math.min(timeout * 1_000, maxTimeoutMs)
  return { totalMs, silentMs: Number.POSITIVE_INFINITY }
}

async function showProgress<Value>(
  live: LiveCommand,
  { report }: ToolContext,
  work: () => Promise<Value>,
): Promise<Value> {
  const progress = createProgress(() => report(lastLines(live)))
  const stopListening = live.listen(progress.changed)
  try {
    return await work()
  } finally {
    stopListening()
    progress.stop()
  }
}

const progressLines = 5
const progressCharacters = 200
const recentCharacters = 2_000

/** Returns the last lines of the output, each truncated. */
function lastLines(live: LiveCommand): string {
  const lines = `${live.log.tail(recentCharacters)}${live.peek()}`.split('\n')
  const printed = lines.map((line) => line.trimEnd()).filter((line) => line !== '')
  return printed
    .slice(-progressLines)
    .map((line) => line.slice(0, progressCharacters))
    .join('\n')
}

interface Move {
  readonly call: TerminalCall
  readonly context: ToolContext
  readonly waitLimits: WaitLimits
  readonly folder: string
}

/** Moves a running command to the background. Returns `undefined` when the process table is full. */
async function moveToBackground(
  live: LiveCommand,
  { processes, limits }: TerminalServices,
  { call, context, waitLimits, folder }: Move,
): Promise<ToolOutput | undefined> {
  const { command, pty = false, watch_patterns: watchPatterns = [] } = call
  const origin = {
    sessionId: context.sessionId,
    command,
    workingDirectory: folder,
    hasTerminal: pty,
    notifyOnComplete: true,
    watchPatterns,
  }
  const process = await processes?.adopt(origin, live)
  if (!process || !processes) return undefined
  const output = shownOutput(live, undefined, limits.outputCharacters)
  const { text } = processes.read(process)
  const unfinished = text.slice(text.lastIndexOf('\n') + 1)
  const isSilent = performance.now() - live.startedAt < waitLimits.totalMs
  const reason = isSilent
    ? `It has printed nothing for ${waitLimits.silentMs / 1_000} s`
    : `It has run for ${waitLimits.totalMs / 1_000} s`
  return answer({
    output: `${output}${output.endsWith(unfinished) ? '' : unfinished}`,
    exit_code: null,
    error: null,
    session_id: process.id,
    status: 'running',
    note: `${reason} and continues in the background: do not start it again. See the tool process; you will be told when it ends.`,
  })
}
