import type { Environment } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import type { ShellHook } from '../../schema/features/shell-hooks.js'

/** What a command has decided. */
export interface HookAnswer {
  /** Why the call is blocked. */
  readonly block?: string
  /** Joins the message of the user. */
  readonly context?: string
}

const maxChars = 10_000

/**
 * Runs the command of a hook with the event on its input. It blocks with exit code 2 and a reason on standard error, or with
 * `{ "decision": "block", "reason": "..." }` on its output; `{ "context": "..." }` adds a text.
 * @throws {Error} for any other exit code than 0, for output that begins like JSON and is none, and when the time is over.
 */
export async function runHook(
  { command, timeout }: ShellHook,
  event: object,
  environment: Environment,
): Promise<HookAnswer> {
  const signal = AbortSignal.timeout(timeout * 1_000)
  const process = await environment.spawn({ command, stdin: JSON.stringify(event) }, { signal })
  const texts = { stdout: '', stderr: '' }
  const decoder = new TextDecoder()
  for await (const { stream, data } of process.output) {
    if (texts[stream].length < maxChars) texts[stream] += decoder.decode(data, { stream: true })
  }
  const { code } = await process.exit
  if (signal.aborted) throw new Error(`The command "${command}" took longer than ${timeout} s.`)
  if (code === 2) return { block: texts.stderr.trim().slice(0, maxChars) || 'a hook refused it' }
  if (code !== 0)
    throw new Error(`The command "${command}" ended with code ${code}: ${texts.stderr.trim().slice(0, 500)}`)
  return answerOf(texts.stdout)
}

function answerOf(output: string): HookAnswer {
  if (!output.trimStart().startsWith('{')) return {}
  const found = parseJson(output)
  if (!isRecord(found)) return {}
  const { decision, reason, context } = found
  if (decision === 'block') return { block: typeof reason === 'string' ? reason : 'a hook refused it' }
  return typeof context === 'string' ? { context: context.slice(0, maxChars) } : {}
}
