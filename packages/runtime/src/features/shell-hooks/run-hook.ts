import type { Environment, JsonObject } from '@hermes/core'
import type { DispatchVerdict } from '@hermes/core/hooks'
import { isRecord, parseJson } from '@hermes/core/wiring'
import type { ShellHookEvent } from '../../schema/features/shell-hooks.js'
import { blockOf } from './block-of.js'
import { dispatchOf } from './dispatch-of.js'
import { type HookCommand, maxHookChars, runCommand } from './run-command.js'

/** The decision of a command. */
export interface HookAnswer {
  /** Why the call is blocked. */
  readonly block?: string
  /** A text to add to the message of the user. */
  readonly context?: string
  /** The arguments that replace those of the call. */
  readonly input?: JsonObject
  /** The verdict about a chat message. */
  readonly dispatch?: DispatchVerdict
}

/** The event that a command reads. */
export interface HookEvent {
  readonly event: ShellHookEvent
}

/**
 * Runs the command of a hook with the event on its standard input. It blocks with exit code 2 and a reason on standard error, or, for
 * `pre_tool_call` and `pre_command`, with `{ "decision": "block", "reason": "..." }` on its output. `{ "context": "..." }` adds a text, and
 * `{ "updatedInput": {...} }` replaces the arguments of a call. For `pre_gateway_dispatch`, exit code 2 skips the message, and the output
 * may contain another decision: see {@link dispatchOf}.
 * @throws {Error} for any other exit code than 0, for output that begins like JSON but is not valid, for an unknown decision about a call,
 * and when the time limit is exceeded.
 */
export async function runHook(hook: HookCommand, event: HookEvent, environment: Environment): Promise<HookAnswer> {
  const { code, stdout, stderr } = await runCommand(hook, event, environment)
  if (code === 2) {
    const block = stderr || 'a hook refused it'
    return event.event === 'pre_gateway_dispatch' ? { dispatch: { action: 'skip', reason: block } } : { block }
  }
  if (code !== 0) throw new Error(`The command "${hook.command}" ended with code ${code}: ${stderr.slice(0, 500)}`)
  return answerOf(stdout, event)
}

function answerOf(output: string, { event }: HookEvent): HookAnswer {
  if (!output.trimStart().startsWith('{')) return {}
  const found = parseJson(output)
  if (!isRecord(found)) return {}
  if (event === 'pre_gateway_dispatch') return { dispatch: dispatchOf(found) }
  const block = event === 'pre_tool_call' || event === 'pre_command' ? blockOf(found, event) : undefined
  if (block !== undefined) return { block }
  const { context, updatedInput } = found
  if (updatedInput !== undefined && !isRecord(updatedInput)) throw new Error('The updatedInput is not an object.')
  return {
    ...(typeof context === 'string' && { context: context.slice(0, maxHookChars) }),
    ...(updatedInput && { input: updatedInput }),
  }
}
