import type { CommandLineLimits, CommandLineResult } from '@hermes/conversations/commands'
import type { Environment } from '@hermes/core'

/** Runs a command line where commands run, and ends it at its limits: what a quick command of the config does. */
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
    // What is over the limit is read all the same: a process whose output nobody reads would stand still.
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
