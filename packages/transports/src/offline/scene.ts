import { type JsonObject, type Message, type ModelRequest, type ToolCall, textOf } from '@hermes/core'
import type { Scene, ToolResult } from './rule.js'
import { parseObject } from './terminal-result.js'

/** Returns the text of the latest user message. */
export function sentenceOf({ messages }: ModelRequest): string {
  const last = messages.findLast((message) => message.role === 'user')
  return last ? textOf(last.content) : ''
}

export function sceneOf({ messages, tools }: ModelRequest): Scene {
  const start = messages.findLastIndex((message) => message.role === 'user')
  return {
    firstTool: (...names) => names.find((name) => tools.some((tool) => tool.name === name)),
    results: resultsOf(messages.slice(start + 1)),
    said: messages
      .slice(0, Math.max(0, start))
      .filter((message) => message.role === 'user')
      .map((message) => textOf(message.content)),
  }
}

/** Counts the calls in the history. The count makes the id of the next call unique in the session. */
export function countCalls(messages: readonly Message[]): number {
  return messages.reduce((count, message) => count + callsOf(message).length, 0)
}

function resultsOf(messages: readonly Message[]): readonly ToolResult[] {
  const calls = messages.flatMap(callsOf)
  return messages.flatMap((message) => {
    if (message.role !== 'tool') return []
    const call = calls.find(({ id }) => id === message.tool_call_id)
    return call ? [{ tool: call.function.name, args: argsOf(call), text: textOf(message.content) }] : []
  })
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : []
}

/** Parses the arguments of a call, which the offline transport itself wrote as strings and numbers. */
function argsOf(call: ToolCall): JsonObject {
  const entries = Object.entries(parseObject(call.function.arguments) ?? {})
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [])),
  )
}
