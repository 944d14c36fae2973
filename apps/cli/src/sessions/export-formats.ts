import type { ExportedSession } from './exported-session.js'
import { toSessionRow } from './session-row.js'
import { htmlEnd, htmlStart, toHtml } from './to-html.js'
import { toMarkdown } from './to-markdown.js'

export interface ExportFormat {
  /** Before all sessions. */
  readonly start: string
  toText(session: ExportedSession): string
  /** After all sessions. */
  readonly end: string
}

/** How sessions are written: for programs, for editors, for browsers. */
export const exportFormats: Readonly<Record<'jsonl' | 'md' | 'html', ExportFormat>> = {
  jsonl: { start: '', toText: toLine, end: '' },
  md: { start: '', toText: toMarkdown, end: '' },
  html: { start: htmlStart, toText: toHtml, end: htmlEnd },
}

function toLine({ record, messages }: ExportedSession): string {
  const system = record.systemPrompt === undefined ? [] : [{ role: 'system', content: record.systemPrompt }]
  return `${JSON.stringify({ ...toSessionRow(record), messages: [...system, ...messages] })}\n`
}
