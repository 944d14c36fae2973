import type { GuardrailCode } from '../contracts/agent/guardrail.js'
import { type MessageContent, type ToolCall, textOf } from '../contracts/model/message.js'
import { countLines, fingerprintCall, fingerprintResult } from './fingerprint.js'
import type { Severity } from './streak.js'

/**
 * The kind of a call. A `wait` may repeat without limit, a failing `command` is a finding, and the success of anything
 * but a `read` is a change.
 */
export type CallKind = 'read' | 'change' | 'command' | 'wait'

/** The facts about a call and its result that are known at once. */
export interface ObservedCall {
  readonly call: ToolCall
  readonly content: MessageContent
  readonly kind: CallKind
  readonly isError: boolean
  /** The number of the model's answer in this turn. */
  readonly answer: number
}

/**
 * A call with its result, as the rules see it. Fingerprints are only computed when a rule needs them, after cheaper facts are equal.
 */
export class Observation implements ObservedCall {
  readonly call: ToolCall
  readonly content: MessageContent
  readonly kind: CallKind
  readonly isError: boolean
  readonly answer: number
  /** The length of the result in characters. */
  readonly length: number
  readonly lines: number
  #callKey: number | undefined
  #resultKey: number | undefined

  constructor({ call, content, kind, isError, answer }: ObservedCall) {
    this.call = call
    this.content = content
    this.kind = kind
    this.isError = isError
    this.answer = answer
    this.length = textOf(content).length
    this.lines = countLines(content)
  }

  get callKey(): number {
    this.#callKey ??= fingerprintCall(this.call)
    return this.#callKey
  }

  get resultKey(): number {
    this.#resultKey ??= fingerprintResult(this.content)
    return this.#resultKey
  }

  hasResultOf(other: Observation): boolean {
    return this === other || (this.lines === other.lines && this.resultKey === other.resultKey)
  }
}

/** What a rule found. */
export interface Finding {
  readonly code: GuardrailCode
  readonly severity: Severity
  readonly count: number
  /** The calls that repeat. */
  readonly calls: readonly ToolCall[]
}

export function finding(
  code: Finding['code'],
  severity: Severity | undefined,
  what: Pick<Finding, 'count' | 'calls'>,
): Finding | undefined {
  return severity && { code, severity, ...what }
}
