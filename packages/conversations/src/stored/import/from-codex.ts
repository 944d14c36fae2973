import type { ContentPart, MessageContent, NewMessage } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { type Fields, fieldsOf, listOf, textAt, timeAt } from './fields.js'
import { createHistoryBuilder, type HistoryBuilder, toContent, toToolCall } from './history-builder.js'
import type { ImportedSession } from './imported-session.js'
import { linkParts } from './link-parts.js'

/** Whether a line belongs to a log of Codex (`~/.codex/sessions/YYYY/MM/DD/rollout-....jsonl`). */
export function isCodex({ type, payload, id, timestamp, record_type: kind, role }: Fields): boolean {
  if (typeof type === 'string' && payload !== undefined && typeof timestamp === 'string') return true
  // Before version 0.40, each line was the item itself, and the first line had the session's id.
  return (
    kind === 'state' ||
    (type === 'message' && typeof role === 'string') ||
    // Lines of other agents have an id and a time as well, but also a type.
    (type === undefined && typeof id === 'string' && typeof timestamp === 'string')
  )
}

/** Reads the sessions of one log: the conversation, and a continuation for each compaction. */
export function fromCodex(lines: readonly Fields[], fallbackId: string): readonly ImportedSession[] {
  const meta = lines.find((line) => line.type === 'session_meta')
  const head = meta
    ? fieldsOf(meta.payload)
    : (lines.find((line) => line.type === undefined && textAt(line, 'id')) ?? {})
  const context = lines.findLast((line) => line.type === 'turn_context')
  const model = textAt(fieldsOf(context?.payload), 'model')
  const workingDirectory = textAt(head, 'cwd')
  const name = lines.map((line) => fieldsOf(line.payload)).findLast((event) => event.type === 'thread_name_updated')
  const title = name && textAt(name, 'thread_name')
  return linkParts({
    id: textAt(head, 'id') ?? fallbackId,
    source: 'codex',
    parts: partsOf(lines, timeAt(head, 'timestamp') ?? 0),
    ...(title !== undefined && { title }),
    ...(model !== undefined && { model }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  })
}

function partsOf(lines: readonly Fields[], startMs: number): readonly (readonly NewMessage[])[] {
  const parts: (readonly NewMessage[])[] = []
  let history = createHistoryBuilder()
  let timeMs = startMs
  for (const line of lines) {
    timeMs = timeAt(line, 'timestamp') ?? timeMs
    const payload = fieldsOf(line.payload)
    if (line.type === 'compacted') {
      parts.push(history.messages)
      history = createHistoryBuilder()
      addSurvivors(history, payload, timeMs)
    } else if (line.type === 'response_item') {
      addItem(history, payload, timeMs)
    } else if (line.payload === undefined) {
      addItem(history, line, timeMs)
    }
  }
  return [...parts, history.messages]
}

/** Adds the history after a compaction, either complete or as a summary. */
function addSurvivors(history: HistoryBuilder, { message, replacement_history: items }: Fields, timeMs: number): void {
  for (const item of listOf(items)) addItem(history, fieldsOf(item), timeMs)
  if (history.messages.length === 0 && typeof message === 'string') history.user(message, timeMs)
}

function addItem(history: HistoryBuilder, item: Fields, timeMs: number): void {
  const callId = textAt(item, 'call_id') ?? textAt(item, 'id') ?? ''
  const args = argumentsOf[textAt(item, 'type') ?? '']?.(item)
  if (item.type === 'message') addMessage(history, item, timeMs)
  else if (item.type === 'reasoning') history.answer({ reasoning: textsIn(item.summary) }, timeMs)
  else if (args !== undefined)
    history.answer({ call: toToolCall(callId, textAt(item, 'name') ?? 'shell', args) }, timeMs)
  else if (item.output !== undefined) history.result(callId, outputOf(item.output), timeMs)
}

/** The arguments of a call as JSON, by item type. */
const argumentsOf: Readonly<Record<string, (item: Fields) => string>> = {
  function_call: (item) => textAt(item, 'arguments') ?? '{}',
  custom_tool_call: (item) => JSON.stringify({ input: item.input ?? item.arguments ?? '' }),
  local_shell_call: (item) => JSON.stringify({ command: fieldsOf(item.action).command ?? [] }),
}

function addMessage(history: HistoryBuilder, { role, content }: Fields, timeMs: number): void {
  if (role === 'assistant') history.answer({ text: textsIn(content) }, timeMs)
  if (role !== 'user') return
  const parts = partsIn(content)
  history.user(toContent(parts.filter((part) => !isOwnNote(part))), timeMs)
}

/** Whether a part is text that the program inserts before a person's message. */
function isOwnNote(part: ContentPart): boolean {
  return (
    part.type === 'text' &&
    /^\s*(<(environment_context|user_instructions|turn_aborted|permissions)|# AGENTS\.md instructions)/.test(part.text)
  )
}

function textsIn(content: unknown): string {
  return partsIn(content)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
}

function partsIn(content: unknown): readonly ContentPart[] {
  return listOf(content)
    .map(fieldsOf)
    .flatMap((part): readonly ContentPart[] => {
      const text = textAt(part, 'text')
      const url = textAt(part, 'image_url')
      if (text !== undefined) return [{ type: 'text', text }]
      return url === undefined ? [] : [{ type: 'image_url', image_url: { url } }]
    })
}

/** Reads an output, which is text, parts, or JSON text, depending on the version. */
function outputOf(output: unknown): MessageContent {
  if (Array.isArray(output)) return toContent(partsIn(output))
  if (typeof output !== 'string') return textAt(fieldsOf(output), 'content') ?? JSON.stringify(output ?? '')
  return output.startsWith('{"output":') ? (innerOutput(output) ?? output) : output
}

function innerOutput(text: string): string | undefined {
  try {
    return textAt(fieldsOf(parseJson(text)), 'output')
  } catch {
    return undefined
  }
}
