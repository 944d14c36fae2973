import type { ToolCall } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { parseToolArguments } from './parse-args.js'

/**
 * Returns the call with the arguments that it runs with, as JSON. Returns the same object when they are valid JSON,
 * missing or beyond repair.
 */
export function repairCall(call: ToolCall): ToolCall {
  const text = call.function.arguments
  if (text.trim() === '' || isObjectText(text)) return call
  const parsed = parseToolArguments(text)
  return parsed.ok ? { ...call, function: { ...call.function, arguments: JSON.stringify(parsed.args) } } : call
}

function isObjectText(text: string): boolean {
  try {
    return isRecord(parseJson(text))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
