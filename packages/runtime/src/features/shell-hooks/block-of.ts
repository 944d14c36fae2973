import type { JsonObject } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'
import { maxHookChars } from './run-command.js'

const usualReason = 'a hook refused it'

const expected =
  '{"decision": "block", "reason": "..."}, {"decision": "approve"} or {"updatedInput": {...}}, or nothing to let the call run'

/** Members that say nothing about whether a call may run. */
const harmless: ReadonlySet<string> = new Set(['context', 'updatedInput', 'suppressOutput', 'systemMessage'])

/**
 * Why the output of a `pre_tool_call` blocks its call; `undefined` when it lets the call run. Approving does not skip the question of
 * the approval gate. `{ "continue": false }` and `hookSpecificOutput` are what hooks that were written for Claude Code print.
 * @throws {Error} when the output decides nothing that is known: a guard with a mistake must not let calls through.
 */
export function blockOf(found: JsonObject): string | undefined {
  const own = isRecord(found.hookSpecificOutput) ? found.hookSpecificOutput : {}
  const { decision, continue: goesOn } = found
  const { permissionDecision } = own
  requireOneOf('decision', decision, ['block', 'approve'])
  requireOneOf('permissionDecision', permissionDecision, ['deny', 'allow'])
  requireOneOf('continue', goesOn, [false, true])
  if (decision === 'block' || permissionDecision === 'deny' || goesOn === false) {
    const reasons = [found.reason, own.permissionDecisionReason, found.stopReason]
    const reason = reasons.find((each) => typeof each === 'string') ?? usualReason
    return String(reason).slice(0, maxHookChars)
  }
  if ([decision, permissionDecision, goesOn].some((each) => each !== undefined)) return undefined
  const stray = Object.keys(found).find((key) => !harmless.has(key) && key !== 'hookSpecificOutput')
  if (stray !== undefined) throw wrongAnswer(`{"${stray.slice(0, 50)}": ...} and no decision`)
  return undefined
}

function requireOneOf(key: string, value: unknown, known: readonly unknown[]): void {
  if (value === undefined || known.includes(value)) return
  throw wrongAnswer(`a ${key} that does not exist: ${JSON.stringify(value).slice(0, 50)}`)
}

function wrongAnswer(printed: string): Error {
  return new Error(`A hook of pre_tool_call printed ${printed}. It must print ${expected}.`)
}
