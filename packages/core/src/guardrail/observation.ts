import type { GuardrailCode } from '../contracts/guardrail.js'
import type { ToolCall } from '../contracts/message.js'
import { fingerprintCall } from './fingerprint.js'
import type { Severity } from './streak.js'

/** `wait` may repeat without limit; a failing `command` is a finding; a success of anything but a `read` is a change. */
export type CallKind = 'read' | 'change' | 'command' | 'wait'

/** What is known of a call and its result at once. */
export interface ObservedCall {
  readonly call: ToolCall
  readonly resultKey: number
  readonly kind: CallKind
  readonly isError: boolean
  /** The length of the result in characters. */
  readonly length: number
  /** The number of the model's answer in this turn. */
  readonly answer: number
}

/** A call with its result, as the rules see it. */
export class Observation implements ObservedCall {
  readonly call: ToolCall
  readonly resultKey: number
  readonly kind: CallKind
  readonly isError: boolean
  readonly length: number
  readonly answer: number
  #callKey: number | undefined

  constructor({ call, resultKey, kind, isError, length, answer }: ObservedCall) {
    this.call = call
    this.resultKey = resultKey
    this.kind = kind
    this.isError = isError
    this.length = length
    this.answer = answer
  }

  /** Parses the arguments, and is rarely needed: most results differ from the ones before. */
  get callKey(): number {
    this.#callKey ??= fingerprintCall(this.call)
    return this.#callKey
  }
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
