import type { ContentBlock, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk/unstable'
import { type ContentPart, type JsonValue, type MessageContent, textOf } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'

/**
 * Maximum length of results in characters. Longer ones are cut: the model has them, and the editor shows them next to
 * the code.
 */
const maxChars = 20_000

/** Returns the result of a call. Output is shown as is, not as Markdown. */
export function toolContents(content: MessageContent, kind: ToolKind): ToolCallContent[] {
  const blocks = toBlocks(content).map((block) =>
    block.type === 'text' && kind !== 'think' ? { ...block, text: fenced(cut(block.text)) } : block,
  )
  return blocks.map((block) => ({ type: 'content', content: block }))
}

/** Returns the result of a command without what only the model needs: its output, and the exit code if it failed. */
export function commandContents(content: MessageContent): ToolCallContent[] | undefined {
  const result = parse(textOf(content))
  if (!isRecord(result) || typeof result.output !== 'string') return undefined
  const code = typeof result.exit_code === 'number' && result.exit_code !== 0 ? [`[exit code ${result.exit_code}]`] : []
  const error = typeof result.error === 'string' ? [result.error] : []
  return textContents([result.output.trimEnd(), ...error, ...code].filter(Boolean).join('\n'))
}

function parse(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Returns plain text as the content of a call. */
export function textContents(text: string): ToolCallContent[] {
  return text === '' ? [] : [{ type: 'content', content: { type: 'text', text: fenced(cut(text)) } }]
}

/** Converts the content of a message to the protocol. Files are named. */
export function toBlocks(content: MessageContent | null): ContentBlock[] {
  if (content === null || content === '') return []
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(toBlock)
}

function toBlock(part: ContentPart): ContentBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'file':
      return { type: 'text', text: `[${part.file.filename}]` }
    case 'image_url':
      return toImage(part.image_url.url)
  }
}

function toImage(url: string): ContentBlock {
  const [, mimeType, data] = /^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(url) ?? []
  if (mimeType !== undefined && data !== undefined) return { type: 'image', mimeType, data }
  return { type: 'resource_link', name: 'image', uri: url }
}

/** Fences a text with a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function cut(text: string): string {
  if (text.length <= maxChars) return text
  return `${text.slice(0, maxChars).toWellFormed()}\n[${text.length - maxChars} more characters]`
}
