import type { ContentPart, NewMessage } from '@hermes/core'
import { type Fields, fieldsOf, listOf, numberAt, textAt, timeAt } from './fields.js'
import { createHistoryBuilder, type HistoryBuilder, toContent, toToolCall } from './history-builder.js'
import type { ImportedSession } from './imported-session.js'
import { linkParts } from './link-parts.js'

/**
 * Whether a line is the head of a log of OpenClaw (`~/.openclaw/agents/<agent>/sessions/<session>.jsonl`), which uses the format of pi.
 */
export function isOpenClaw({ type, id, timestamp, version, cwd }: Fields): boolean {
  const isHead = type === 'session' && typeof id === 'string' && typeof timestamp === 'string'
  return isHead && (typeof version === 'number' || typeof cwd === 'string')
}

/**
 * Reads the sessions of one log: the conversation, and a continuation for each compaction. Branches that were abandoned by going
 * back are omitted.
 */
export function fromOpenClaw(lines: readonly Fields[], fallbackId: string): readonly ImportedSession[] {
  const head = lines.find(isOpenClaw) ?? {}
  const kept = activeBranch(lines.filter((line) => line !== head))
  const name = kept.findLast(({ type }) => type === 'session_info')
  const title = name && textAt(name, 'name')
  const model = kept
    .map((line) => fieldsOf(line.message))
    .findLast(
      (message) => message.role === 'assistant' && !isMirror(message) && textAt(message, 'model') !== undefined,
    )?.model
  const workingDirectory = textAt(head, 'cwd')
  return linkParts({
    id: textAt(head, 'id') ?? fallbackId,
    source: 'openclaw',
    parts: partsOf(kept, timeAt(head, 'timestamp') ?? 0),
    ...(title !== undefined && { title }),
    ...(typeof model === 'string' && { model }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  })
}

/**
 * Returns the lines that lead to the newest one, or to the one that the person went back to. Old logs have no parents and are
 * complete.
 */
function activeBranch(lines: readonly Fields[]): readonly Fields[] {
  const entries = lines.filter((line) => typeof line.id === 'string')
  if (entries.length === 0) return lines
  const byId = new Map(entries.map((line) => [line.id, line]))
  const leaf = byId.get(lines.findLast(({ type }) => type === 'leaf')?.targetId)
  const branch = new Set<Fields>()
  let line = leaf ?? entries.findLast(({ type, appendMode }) => type !== 'leaf' && appendMode !== 'side')
  while (line && !branch.has(line)) {
    branch.add(line)
    line = byId.get(line.parentId)
  }
  return [...branch].toReversed()
}

function partsOf(lines: readonly Fields[], startMs: number): readonly (readonly NewMessage[])[] {
  const parts: (readonly NewMessage[])[] = []
  let history = createHistoryBuilder()
  let timeMs = startMs
  for (const [index, line] of lines.entries()) {
    timeMs = timeAt(line, 'timestamp') ?? numberAt(fieldsOf(line.message), 'timestamp') ?? timeMs
    if (line.type === 'compaction') {
      parts.push(history.messages)
      history = createHistoryBuilder()
      history.user(textAt(line, 'summary') ?? '', timeMs)
      for (const survivor of survivorsOf(line, lines.slice(0, index))) addMessage(history, survivor, timeMs)
    } else if (line.type === 'branch_summary') history.user(textAt(line, 'summary') ?? '', timeMs)
    else addMessage(history, line, timeMs)
  }
  return [...parts, history.messages]
}

/** Returns the messages before a compaction that are kept next to its summary. */
function survivorsOf({ firstKeptEntryId: id }: Fields, before: readonly Fields[]): readonly Fields[] {
  const first = before.findIndex((line) => id !== undefined && line.id === id)
  return first < 0 ? [] : before.slice(first)
}

function addMessage(history: HistoryBuilder, line: Fields, timeMs: number): void {
  if (line.type !== 'message') return
  const message = fieldsOf(line.message)
  if (message.role === 'user') history.user(toContent(partsIn(message.content)), timeMs)
  if (message.role === 'assistant' && !isMirror(message)) addAnswer(history, line, timeMs)
  const callId = textAt(message, 'toolCallId')
  if (message.role === 'toolResult' && callId !== undefined)
    history.result(callId, toContent(partsIn(message.content)), timeMs)
}

/** Whether a line repeats what a tool sent to a chat, which its call already contains. */
function isMirror({ model }: Fields): boolean {
  return model === 'delivery-mirror'
}

function addAnswer(history: HistoryBuilder, line: Fields, timeMs: number): void {
  const { content } = fieldsOf(line.message)
  const id = textAt(line, 'id')
  const key = id === undefined ? {} : { key: id }
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(fieldsOf)
  for (const block of blocks) {
    if (block.type === 'text') history.answer({ ...key, text: textAt(block, 'text') ?? '' }, timeMs)
    if (block.type === 'thinking') history.answer({ ...key, reasoning: textAt(block, 'thinking') ?? '' }, timeMs)
    if (block.type !== 'toolCall') continue
    const input = typeof block.arguments === 'string' ? block.arguments : JSON.stringify(block.arguments ?? {})
    const call = toToolCall(textAt(block, 'id') ?? '', textAt(block, 'name') ?? 'unknown', input)
    history.answer({ ...key, call }, timeMs)
  }
}

function partsIn(content: unknown): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return listOf(content)
    .map(fieldsOf)
    .flatMap((part): readonly ContentPart[] => {
      const [text, data] = [textAt(part, 'text'), textAt(part, 'data')]
      if (part.type === 'text' && text !== undefined) return [{ type: 'text', text }]
      if (part.type !== 'image' || data === undefined) return []
      return [
        { type: 'image_url', image_url: { url: `data:${textAt(part, 'mimeType') ?? 'image/png'};base64,${data}` } },
      ]
    })
}
