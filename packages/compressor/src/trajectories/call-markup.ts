import type { JsonValue, ToolCall } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'

const open = '<tool_call>'
const close = '</tool_call>'

/** Separates the tool calls of a turn from its text. Malformed calls stay in the text. */
export function splitCalls(value: string, idOf: (place: number) => string) {
  const calls: ToolCall[] = []
  const [first = '', ...parts] = value.split(open)
  let text = first
  for (const part of parts) {
    const end = part.indexOf(close)
    const called = end === -1 ? undefined : readCall(part.slice(0, end))
    if (called) calls.push({ id: idOf(calls.length), type: 'function', function: called })
    text += called ? part.slice(end + close.length) : open + part
  }
  return { text: text.trim(), calls }
}

export function renderCalls(calls: readonly ToolCall[]): readonly string[] {
  return calls.map(({ function: { name, arguments: written } }) => {
    return `${open}\n${JSON.stringify({ name, arguments: parse(written) ?? written })}\n${close}`
  })
}

function readCall(text: string): ToolCall['function'] | undefined {
  const call = parse(text)
  if (!isRecord(call) || typeof call.name !== 'string') return undefined
  const written = call.arguments ?? {}
  return { name: call.name, arguments: typeof written === 'string' ? written : JSON.stringify(written) }
}

function parse(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    // Model output may be malformed.
    return undefined
  }
}
