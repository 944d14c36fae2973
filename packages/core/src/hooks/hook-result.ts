import type { ToolCallVerdict } from '../contracts/calls/tool-hooks.js'
import { HermesError } from '../contracts/errors/errors.js'
import type { MessageContent } from '../contracts/model/message.js'
import type { CommandVerdict } from '../contracts/turn/command-hooks.js'
import type { DispatchVerdict } from '../contracts/turn/gateway-hooks.js'
import { isRecord } from '../json/is-record.js'
import { isMessageContent } from './is-message-content.js'

/** What a hook may return, apart from nothing. */
export interface HookResult<Value> {
  /** The expectation for the author of the hook: follows "must return". */
  readonly expected: string
  is(value: unknown): value is Value
}

export const textResult: HookResult<string> = {
  expected: 'a text, or undefined to change nothing',
  is: (value) => typeof value === 'string',
}

export const contentResult: HookResult<MessageContent> = {
  expected: 'a text or a list of content parts, or undefined to change nothing',
  is: isMessageContent,
}

export const verdictResult: HookResult<ToolCallVerdict> = {
  expected:
    '{ action: "block", reason: "..." }, { action: "change", args: {...} } or { action: "approve" }, or undefined to let the call run',
  is: isVerdict,
}

export const commandVerdictResult: HookResult<CommandVerdict> = {
  expected: '{ action: "block", reason: "..." }, or undefined to let the command run',
  is: (value): value is CommandVerdict =>
    isRecord(value) && value.action === 'block' && typeof value.reason === 'string',
}

export const dispatchVerdictResult: HookResult<DispatchVerdict> = {
  expected:
    '{ action: "skip" }, { action: "rewrite", text: "..." } with a text that is no command, or { action: "allow" }, or undefined to serve the message',
  is: isDispatchVerdict,
}

function isDispatchVerdict(value: unknown): value is DispatchVerdict {
  if (!isRecord(value)) return false
  if (value.action === 'skip') return value.reason === undefined || typeof value.reason === 'string'
  if (value.action === 'rewrite') return typeof value.text === 'string' && !value.text.startsWith('/')
  return value.action === 'allow'
}

function isVerdict(value: unknown): value is ToolCallVerdict {
  if (!isRecord(value)) return false
  if (value.action === 'block') return typeof value.reason === 'string'
  if (value.action === 'change') return isRecord(value.args)
  return value.action === 'approve'
}

/**
 * Reads the result of a hook. Hooks may be written without types, or run in other processes, where nothing arrives as
 * `null`.
 * @param name - The subject of the error.
 * @returns `undefined` for `undefined` and `null`.
 * @throws {HermesError} `hook/wrong-result`, which names the type of the value but not the value, which may contain
 * anything.
 */
export function readHookResult<Value>(name: string, value: unknown, result: HookResult<Value>): Value | undefined {
  if (value === undefined || value === null) return undefined
  if (result.is(value)) return value
  throw new HermesError('hook/wrong-result', `${name} returned ${kindOf(value)}, but must return ${result.expected}.`)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (!isRecord(value)) return typeof value === 'string' ? 'a text' : `a ${typeof value}`
  const keys = Object.keys(value).slice(0, 5)
  return keys.length > 0 ? `an object with ${keys.map((key) => `"${key}"`).join(', ')}` : 'an empty object'
}
