import { HermesError, type ToolContext, type ToolOutput } from '@hermes/core'
import { startCommand } from '../shell/live-command.js'
import type { Place, TerminalCall, TerminalServices } from './terminal-call.js'
import { answer, noteOf, shownOutput, toResult } from './to-result.js'

/** Starts a command that continues after the call. The result contains the first output of the command. */
export async function runInBackground(
  services: TerminalServices,
  call: TerminalCall,
  { request, note }: Place,
  { sessionId, signal }: ToolContext,
): Promise<ToolOutput> {
  const { processes, limits } = services
  if (!processes) throw new HermesError('terminal/no-background', 'Commands cannot continue in the background here.')
  const origin = {
    sessionId,
    command: call.command,
    workingDirectory: request.folder,
    hasTerminal: call.pty ?? false,
    notifyOnComplete: call.notify_on_complete ?? true,
    watchPatterns: call.watch_patterns ?? [],
  }
  const process = await processes.start(origin, () => startCommand({ ...request, mode: 'apart' }, services, signal))
  const { live } = process
  await processes.untilQuiet(process, signal).catch((error: unknown) => {
    // The model never learned the id of the process.
    void processes.kill(process)
    throw error
  })
  const { end } = process
  if (end) {
    processes.markReported(process)
    const reach = services.environment.networkOf?.(request.conversation) ?? 'open'
    return toResult({ command: call.command, live, end, note, limits, reach, timeoutMs: 0 })
  }
  const { text } = processes.read(process)
  const said = noteOf({ note, live })
  return answer({
    output: text.length > limits.outputCharacters ? shownOutput(live, undefined, limits.outputCharacters) : text,
    exit_code: null,
    error: null,
    session_id: process.id,
    ...(live.pid !== undefined && { pid: live.pid }),
    status: 'running',
    ...(said && { note: said }),
  })
}
