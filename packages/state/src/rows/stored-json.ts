import type { JsonObject, MessageContent, ProviderData, ToolCall } from '@hermes/core'
import type { QuestionAnswer } from '@hermes/core/questions'
import { isRecord, parseJson } from '@hermes/core/wiring'

/**
 * Parses the JSON of a column.
 * @throws {SyntaxError} when it is not JSON, or does not have the form of the column.
 */
export function storedJson<Value>(text: string, isValue: (value: unknown) => value is Value): Value {
  const value: unknown = parseJson(text)
  if (!isValue(value)) throw new SyntaxError('The JSON has a form that was never stored.')
  return value
}

/** Whether a parsed value is a JSON object. Members of parsed objects are always JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value)
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isToolCalls(value: unknown): value is readonly ToolCall[] {
  return Array.isArray(value) && value.every((call) => isRecord(call) && isRecord(call.function))
}

export function isProviderData(value: unknown): value is ProviderData {
  return isRecord(value) && Object.values(value).every(isJsonObject)
}

export function isContent(value: unknown): value is MessageContent {
  return typeof value === 'string' || (Array.isArray(value) && value.every((part) => isRecord(part)))
}

export function isAnswer(value: unknown): value is QuestionAnswer {
  return isRecord(value) && (typeof value.decision === 'string' || typeof value.text === 'string')
}
