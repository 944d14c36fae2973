import type { GuardrailCode } from '../contracts/guardrail.js'
import type { ToolCall } from '../contracts/message.js'
import type { Severity } from './streak.js'

/** `wait` may repeat without limit; a failing `command` is a finding; a success of anything but a `read` is a change. */
export type CallKind = 'read' | 'change' | 'command' | 'wait'

/** A call with its result, as the rules see it. */
export interface Observation {
  readonly call: ToolCall
  readonly callKey: number
  readonly resultKey: number
  readonly kind: CallKind
  readonly isError: boolean
  /** The length of the result in characters. */
  readonly length: number
  /** The number of the model's answer in this turn. */
  readonly answer: number
}

/** What a rule found. */
export interface Finding {
  readonly code: GuardrailCode
  readonly severity: Severity
  readonly count: number
  /** What repeats. */
  readonly calls: readonly ToolCall[]
}

export function finding(
  code: Finding['code'],
  severity: Severity | undefined,
  what: Pick<Finding, 'count' | 'calls'>,
): Finding | undefined {
  return severity && { code, severity, ...what }
}
