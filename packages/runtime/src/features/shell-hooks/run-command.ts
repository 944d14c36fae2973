import type { Environment } from '@hermes/core'
import { toMs } from '../../schema/to-ms.js'

export interface HookCommand {
  readonly command: string
  /** The time limit in seconds. */
  readonly timeout: number
  readonly variables?: Readonly<Record<string, string>>
}

export interface HookOutput {
  readonly code: number | undefined
  /** The standard output, cut after the chunk that reaches 1,000,000 characters. */
  readonly stdout: string
  readonly stderr: string
}

/** The maximum number of characters for the model. */
export const maxHookChars = 10_000
/** Changed arguments may contain a whole file. */
const maxOutputChars = 1_000_000

/** Runs a command with an event as JSON on its standard input. @throws {Error} when the time limit is exceeded. */
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
