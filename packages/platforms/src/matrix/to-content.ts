import { type Button, type ChatAddress, PlatformError } from '@hermes/core/platform'
import { measureText } from '../shared/measure-text.js'
import { toHtml } from '../shared/to-html.js'
import { toPlainText } from '../shared/to-plain-text.js'
import { buttonsField, withLabels } from './buttons.js'
import { matrixLimits } from './matrix-limits.js'

/** The longest content. An event may have 65,536 bytes, and the rest is for ids and signatures. */
const longestContent = 60_000

/** Creates a notice, which other bots do not answer. It mentions no one, whatever the model writes. */
export function toContent(markdown: string, buttons: readonly Button[] = []) {
  checkText(markdown)
  const body = withLabels(markdown, buttons)
  const plain = { msgtype: 'm.notice', body: toPlainText(body), 'm.mentions': {}, ...buttonsField(buttons) } as const
  const html = toHtml(body)
  const formatted = { ...plain, format: 'org.matrix.custom.html', formatted_body: html } as const
  return html !== undefined && sizeOf(formatted) <= longestContent / 2 ? formatted : plain
}

export type TextContent = ReturnType<typeof toContent>

export function toEdit(content: TextContent, eventId: string) {
  const relation = { 'm.relates_to': { rel_type: 'm.replace', event_id: eventId } }
  const { body } = content
  return { msgtype: content.msgtype, body: `* ${body}`, 'm.mentions': {}, 'm.new_content': content, ...relation }
}

/** Returns the relation that places a message in its room. */
export function relationOf({ threadId }: ChatAddress, replyTo: string | undefined) {
  const reply = replyTo === undefined ? {} : { 'm.in_reply_to': { event_id: replyTo } }
  if (threadId === undefined) return replyTo === undefined ? {} : { 'm.relates_to': reply }
  const inThread = { rel_type: 'm.thread', event_id: threadId, is_falling_back: replyTo === undefined }
  const last = replyTo === undefined ? { 'm.in_reply_to': { event_id: threadId } } : reply
  return { 'm.relates_to': { ...inThread, ...last } }
}

export function checkText(text: string): void {
  const { max, unit } = matrixLimits.text
  if (measureText(text, unit) > max) throw new PlatformError('too-long', `The text has more than ${max} bytes.`)
}

function sizeOf(content: object): number {
  return Buffer.byteLength(JSON.stringify(content))
}
