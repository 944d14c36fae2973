import type { ContentPart } from '@hermes/core'
import { type Fields, fieldsOf, listOf, textAt, timeAt } from './fields.js'
import { createHistoryBuilder, type HistoryBuilder, toContent, toToolCall } from './history-builder.js'
import type { ImportedSession } from './imported-session.js'
import { linkParts } from './link-parts.js'

/** Whether a line belongs to a log of Claude Code (`~/.claude/projects/<folder>/<session>.jsonl`). */
export function isClaudeCode({ type, sessionId, leafUuid, snapshot }: Fields): boolean {
  return (
    typeof type === 'string' &&
    (typeof sessionId === 'string' || typeof leafUuid === 'string' || snapshot !== undefined)
  )
}

/**
 * Reads the sessions of one log: the conversation, and a continuation for each compaction. Sub-agents, internal notes of the
 * program and rewound parts are omitted.
 */
export function fromClaudeCode(lines: readonly Fields[], fallbackId: string): readonly ImportedSession[] {
  const kept = withoutRewound(lines).filter(isSaid)
  const [first] = kept
  if (!first) return []
  const id = textAt(first, 'sessionId') ?? fallbackId
  const workingDirectory = textAt(first, 'cwd')
  const title = titleOf(lines)
  const model = kept.map((line) => textAt(fieldsOf(line.message), 'model')).findLast((name) => name !== undefined)
  return linkParts({
    id,
    source: 'claude-code',
    parts: partsOf(kept).map(historyOf),
    ...(title !== undefined && { title }),
    ...(model !== undefined && { model }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  })
}

function isSaid(line: Fields): boolean {
  const { type, isSidechain, isMeta, isApiErrorMessage, message } = line
  if ((type !== 'user' && type !== 'assistant') || isSidechain === true || isMeta === true) return false
  return isApiErrorMessage !== true && fieldsOf(message).model !== '<synthetic>' && !isOwnCommand(line)
}

/** Whether a line is a command of the program itself, or its output. */
function isOwnCommand({ message }: Fields): boolean {
  const { content } = fieldsOf(message)
  return (
    typeof content === 'string' && /^\s*<(command-(name|message|args)|local-command-|bash-(input|stdout))/.test(content)
  )
}

/**
 * Selects the active branch. Each line refers to its parent. After a rewind there are two branches: the one that does not lead to the
 * newest line is dropped. Results of parallel calls are branches, too, and are kept.
 */
function withoutRewound(lines: readonly Fields[]): readonly Fields[] {
  const byId = new Map(lines.map((line) => [textAt(line, 'uuid'), line]))
  const before = (line: Fields) => byId.get(textAt(line, 'parentUuid') ?? textAt(line, 'logicalParentUuid') ?? '')
  const newest = new Set<Fields>()
  for (let line = lines.findLast(isSaid); line && !newest.has(line); line = before(line)) newest.add(line)
  const sayings = Map.groupBy(lines.filter(isPrompt), (line) => line.parentUuid)
  const isRewound = (prompt: Fields) =>
    typeof prompt.parentUuid === 'string' && !newest.has(prompt) && (sayings.get(prompt.parentUuid)?.length ?? 0) > 1
  return lines.filter((line) => {
    const passed = new Set<Fields>()
    for (let at: Fields | undefined = line; at && !passed.has(at); at = before(at)) {
      if (isPrompt(at)) return !isRewound(at)
      passed.add(at)
    }
    return true
  })
}

/** Whether a line is a person's message and not a tool result. */
function isPrompt({ type, message }: Fields): boolean {
  const { content } = fieldsOf(message)
  return (
    type === 'user' && (typeof content === 'string' || listOf(content).some((block) => fieldsOf(block).type === 'text'))
  )
}

/** Splits the lines into parts: a compaction summary starts a new one. */
function partsOf(lines: readonly Fields[]): readonly (readonly Fields[])[] {
  const starts = lines.flatMap((line, index) => (line.isCompactSummary === true && index > 0 ? [index] : []))
  return [0, ...starts].map((start, index) => lines.slice(start, starts[index]))
}

function historyOf(lines: readonly Fields[]) {
  const history = createHistoryBuilder()
  let timeMs = 0
  for (const line of lines) {
    timeMs = timeAt(line, 'timestamp') ?? timeMs
    if (line.type === 'user') addUser(history, fieldsOf(line.message), timeMs)
    else addAnswer(history, fieldsOf(line.message), timeMs)
  }
  return history.messages
}

function addUser(history: HistoryBuilder, { content }: Fields, timeMs: number): void {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(fieldsOf)
  for (const block of blocks) {
    const callId = block.type === 'tool_result' ? textAt(block, 'tool_use_id') : undefined
    if (callId !== undefined) history.result(callId, toContent(partsIn(block.content)), timeMs)
  }
  history.user(toContent(partsIn(blocks)), timeMs)
}

function addAnswer(history: HistoryBuilder, message: Fields, timeMs: number): void {
  const id = textAt(message, 'id')
  const key = id === undefined ? {} : { key: id }
  const { content } = message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(fieldsOf)
  for (const block of blocks) {
    if (block.type === 'text') history.answer({ ...key, text: textAt(block, 'text') ?? '' }, timeMs)
    if (block.type === 'thinking') history.answer({ ...key, reasoning: textAt(block, 'thinking') ?? '' }, timeMs)
    if (block.type !== 'tool_use') continue
    const call = toToolCall(
      textAt(block, 'id') ?? '',
      textAt(block, 'name') ?? 'unknown',
      JSON.stringify(block.input ?? {}),
    )
    history.answer({ ...key, call }, timeMs)
  }
}

function partsIn(content: unknown): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return listOf(content).map(fieldsOf).flatMap(partOf)
}

function partOf(block: Fields): readonly ContentPart[] {
  const text = textAt(block, 'text')
  if (block.type === 'text' && text !== undefined) return [{ type: 'text', text }]
  const url = urlOf(fieldsOf(block.source))
  if (url === undefined) return []
  if (block.type === 'image') return [{ type: 'image_url', image_url: { url } }]
  const filename = textAt(block, 'title') ?? 'document.pdf'
  return block.type === 'document' && url.startsWith('data:')
    ? [{ type: 'file', file: { filename, file_data: url } }]
    : []
}

function urlOf(source: Fields): string | undefined {
  const data = textAt(source, 'data')
  return data === undefined ? textAt(source, 'url') : `data:${textAt(source, 'media_type') ?? ''};base64,${data}`
}

/** Returns the person's title, or the generated one. A log may also contain summaries of other sessions. */
function titleOf(lines: readonly Fields[]): string | undefined {
  const ids = new Set(lines.map((line) => textAt(line, 'uuid')))
  const newest = (name: string, ofType: string) =>
    lines.findLast((line) => line.type === ofType && typeof line[name] === 'string')?.[name]
  const summary = lines.findLast((line) => line.type === 'summary' && ids.has(textAt(line, 'leafUuid') ?? ''))?.summary
  const title = newest('customTitle', 'custom-title') ?? newest('aiTitle', 'ai-title') ?? summary
  return typeof title === 'string' ? title : undefined
}
