import type { JsonObject } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'
import { maxHookChars } from './run-command.js'

const usualReason = 'a hook refused it'

const expected = {
  pre_tool_call:
    '{"decision": "block", "reason": "..."}, {"decision": "approve"} or {"updatedInput": {...}}, or nothing to let the call run',
  pre_command: '{"decision": "block", "reason": "..."} or {"decision": "approve"}, or nothing to let the command run',
} as const

/** The events whose hooks may block. */
export type BlockingEvent = keyof typeof expected

/** Members that do not decide whether a call may run. */
const harmless: ReadonlySet<string> = new Set(['context', 'updatedInput', 'suppressOutput', 'systemMessage'])

/**
 * Returns the reason for which the output of a hook blocks its call or command; `undefined` when it lets it run. Approving does not skip the question of
 * the approval gate. `{ "continue": false }` and `hookSpecificOutput` are printed by hooks that were written for Claude Code.
 * @throws {Error} when the output contains no known decision, because a guard with a mistake must not let calls through.
 */
export function blockOf(found: JsonObject, event: BlockingEvent): string | undefined {
  const requireOneOf = (key: string, value: unknown, known: readonly unknown[]) => {
    if (value === undefined || known.includes(value)) return
    throw wrongAnswer(event, `a ${key} that does not exist: ${JSON.stringify(value).slice(0, 50)}`)
  }
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
  if (stray !== undefined) throw wrongAnswer(event, `{"${stray.slice(0, 50)}": ...} and no decision`)
  return undefined
}

function wrongAnswer(event: BlockingEvent, printed: string): Error {
  return new Error(`A hook of ${event} printed ${printed}. It must print ${expected[event]}.`)
}
