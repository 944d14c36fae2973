import type { Environment } from '@hermes/core'
import type { CommandLineLimits, CommandLineResult } from './quick-command.js'

/** Runs the command line of a quick command in the environment of commands, with limits. */
export async function runCommandLine(
  environment: Pick<Environment, 'spawn'>,
  command: string,
  { timeoutMs, maxOutputBytes, signal }: CommandLineLimits,
): Promise<CommandLineResult> {
  const timeLimit = AbortSignal.timeout(timeoutMs)
  const process = await environment.spawn({ command }, { signal: AbortSignal.any([signal, timeLimit]) })
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  let output = ''
  let bytes = 0
  for await (const { stream, data } of process.output) {
    const rest = Math.max(0, maxOutputBytes - bytes)
    bytes += data.length
    // Output above the limit is read and dropped: a process with unread output would block.
    if (rest > 0) output += decoders[stream].decode(data.subarray(0, rest), { stream: true })
  }
  const { code, signal: endedBy } = await process.exit
  signal.throwIfAborted()
  return {
    output,
    exitCode: endedBy === undefined ? code : null,
    isTimedOut: timeLimit.aborted && code !== 0,
    isTruncated: bytes > maxOutputBytes,
  }
}
