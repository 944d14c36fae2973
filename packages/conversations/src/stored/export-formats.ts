import type { ExportedSession } from './exported-session.js'
import { htmlEnd, htmlStart, toHtml } from './to-html.js'
import { toJsonLine } from './to-jsonl.js'
import { toMarkdown } from './to-markdown.js'

export interface ExportFormat {
  /** The text before all sessions. */
  readonly start: string
  toText(session: ExportedSession): string
  /** The text after all sessions. */
  readonly end: string
}

/** The export formats: for programs, editors and browsers. */
export const exportFormats: Readonly<Record<'jsonl' | 'md' | 'html', ExportFormat>> = {
  jsonl: { start: '', toText: toJsonLine, end: '' },
  md: { start: '', toText: toMarkdown, end: '' },
  html: { start: htmlStart, toText: toHtml, end: htmlEnd },
}
