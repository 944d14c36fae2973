import type { Environment } from '@hermes/core'
import { toMs } from '../../schema/to-ms.js'

export interface HookCommand {
  readonly command: string
  /** Seconds. */
  readonly timeout: number
  readonly variables?: Readonly<Record<string, string>>
}

export interface HookOutput {
  readonly code: number | undefined
  /** At most 1,000,000 characters, and what came with the last of them. */
  readonly stdout: string
  readonly stderr: string
}

/** Longest text for the model. */
export const maxHookChars = 10_000
/** Changed arguments may hold a whole file. */
const maxOutputChars = 1_000_000

/** Runs a command with an event as JSON on its input. @throws {Error} when the time is over. */
export async function runCommand(
  { command, timeout, variables }: HookCommand,
  event: object,
  environment: Environment,
): Promise<HookOutput> {
  const signal = AbortSignal.timeout(toMs(timeout))
  const request = { command, stdin: JSON.stringify(event), ...(variables && { variables }) }
  const process = await environment.spawn(request, { signal })
  const texts = { stdout: '', stderr: '' }
  const decoder = new TextDecoder()
  for await (const { stream, data } of process.output) {
    if (texts[stream].length < maxOutputChars) texts[stream] += decoder.decode(data, { stream: true })
  }
  const { code } = await process.exit
  if (signal.aborted) throw new Error(`The command "${command}" took longer than ${timeout} s.`)
  return { code, stdout: texts.stdout, stderr: texts.stderr.trim().slice(0, maxHookChars) }
}
