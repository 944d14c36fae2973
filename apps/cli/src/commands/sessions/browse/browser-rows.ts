import type { SessionSummary } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import { layOutInput } from '../../../chat/input/input-layout.js'
import { formatAge, formatCount } from '../../../render/text/format.js'
import { oneLine } from '../../../render/text/safe-text.js'
import type { Style } from '../../../render/text/style.js'
import { padded, textWidth, truncate } from '../../../render/text/text-width.js'
import { highlight } from '../render/highlight.js'
import { prefixQuery } from './match-session.js'
import type { Preview, Saying } from './preview.js'
import type { BrowserView } from './session-browser.js'
import { wrapText } from './wrap-text.js'

export interface BrowserRowsOptions {
  readonly columns: number
  readonly rows: number
  readonly style: Style
  readonly nowMs: number
  readonly preview?: Preview
}

export interface BrowserRows {
  /** Rows from the top of the screen, none of them wider. */
  readonly rows: readonly string[]
  /** Position of the cursor. Absent if there is no input field. */
  readonly cursor?: { readonly row: number; readonly column: number }
}

const fixedRows = 5

/** Renders the whole screen: the filter, the list, the messages of the selected session, and the key bindings. */
export function browserRows(view: BrowserView, options: BrowserRowsOptions): BrowserRows {
  const { rows, style } = options
  // The last column stays free, because terminals disagree about the cursor position after writing to it.
  const columns = Math.max(20, options.columns - 1)
  const room = Math.max(2, rows - fixedRows)
  const listHeight = Math.min(Math.max(1, view.shown.length), Math.ceil(room / 2))
  const filter = filterRow(view, columns, style)
  const foot = footRow(view, columns, style)
  const all = [
    headRow(view, columns, style),
    filter.text,
    style.muted('─'.repeat(columns)),
    ...filled(listRows(view, listHeight, { ...options, columns }), listHeight),
    style.muted('─'.repeat(columns)),
    ...filled(previewRows(view, room - listHeight, { ...options, columns }), room - listHeight),
    foot.text,
  ]
  const cursor =
    foot.column !== undefined
      ? { row: all.length - 1, column: foot.column }
      : view.focus === 'filter' && !view.question
        ? { row: 1, column: filter.column }
        : undefined
  return { rows: all, ...(cursor && { cursor }) }
}

function headRow({ shown, total }: BrowserView, columns: number, style: Style): string {
  const count = shown.length === total ? String(total) : style.t`${shown.length} of ${total}`
  const title = style.t`Sessions`
  return `${style.bold(title)} ${style.muted(truncate(count, columns - textWidth(title) - 1))}`
}

function filterRow({ filter, focus }: BrowserView, columns: number, style: Style) {
  const isEmpty = filter.before + filter.after === ''
  const { rows, cursor } = layOutInput(filter, { prompt: '❯ ', columns: columns + 1, maxRows: 1 })
  const prompt = focus === 'filter' ? style.bold(style.accent('❯')) : style.muted('❯')
  const text = isEmpty
    ? style.muted(truncate(style.t`type to filter by title, id, folder or text`, columns - 2))
    : (rows[0] ?? '').slice(2)
  return { text: `${prompt} ${text}`, column: cursor.column }
}

const ageWidth = 11
const countWidth = 6
const sourceWidth = 8

function listRows(view: BrowserView, height: number, { columns, style, nowMs }: BrowserRowsOptions): readonly string[] {
  const { shown, selected, filter } = view
  if (shown.length === 0) return [style.muted(truncate(`  ${style.t`No session matches.`}`, columns))]
  const first = Math.max(0, Math.min(selected - Math.floor(height / 2), shown.length - height))
  const query = prefixQuery(filter.before + filter.after)
  const fixed = 2 + 2 + countWidth + 2 + sourceWidth + 2 + ageWidth
  const isNarrow = columns < fixed + 16
  const nameWidth = isNarrow ? columns - 2 : columns - fixed
  return shown.slice(first, first + height).map((session, index) => {
    const isSelected = first + index === selected
    const name = padded(truncate(listName(session, style.t), nameWidth), nameWidth)
    const count = formatCount(session.messageCount).padStart(countWidth)
    const source = padded(truncate(oneLine(session.source), sourceWidth), sourceWidth)
    const age = padded(formatAge(session.lastActivityAtMs, nowMs, style.t), ageWidth)
    const facts = isNarrow ? '' : `  ${count}  ${source}  ${age}`
    const marked = query === '' ? name : highlight(name, query, (found) => style.match(found))
    const line = `${isSelected ? style.bold(marked) : marked}${style.muted(facts)}`
    return `${isSelected ? style.bold(style.accent('❯')) : ' '} ${line}`
  })
}

function listName(session: SessionSummary, t: Translate): string {
  return `${session.archived ? t`(archived) ` : ''}${oneLine(session.title ?? session.id)}`
}

function previewRows(view: BrowserView, height: number, options: BrowserRowsOptions): readonly string[] {
  const { columns, style, preview } = options
  const session = view.shown[view.selected]
  if (height < 1 || !session || preview?.id !== session.id) return []
  const query = prefixQuery(view.filter.before + view.filter.after)
  const snippet = view.found.get(session.id)
  const mark = (text: string) => highlight(text, query, (found) => style.match(found))
  const head = [
    style.muted(truncate(preview.facts, columns)),
    ...(snippet === undefined ? [] : [mark(truncate(`… ${oneLine(snippet)}`, columns))]),
  ]
  const room = Math.max(0, height - head.length)
  return [...head.slice(0, height), ...newestRows(preview.said, room, options)]
}

/** Returns the last messages, as many as fit. */
function newestRows(said: readonly Saying[], room: number, { columns, style }: BrowserRowsOptions): readonly string[] {
  let rows: readonly string[] = []
  for (const { isUser, text } of said.toReversed()) {
    if (rows.length >= room) break
    const wrapped = wrapText(text, columns - 2).map((row, index) => {
      if (!isUser) return `  ${style.muted(row)}`
      return `${index === 0 ? style.accent('❯') : ' '} ${row}`
    })
    rows = [...wrapped, ...rows]
  }
  return room === 0 ? [] : rows.slice(-room)
}

function footRow(
  view: BrowserView,
  columns: number,
  style: Style,
): { readonly text: string; readonly column?: number } {
  const { question, notice, focus } = view
  if (question) return questionRow(question, columns, style)
  if (notice !== '') return { text: style.warning(truncate(oneLine(style.t.of(notice)), columns)) }
  const session = view.shown[view.selected]
  const { t } = style
  const listKeys = session?.archived
    ? t`↵ resume · a bring back · r rename · e export · d delete · / filter · q quit`
    : t`↵ resume · a archive · r rename · e export · d delete · / filter · q quit`
  const keys = focus === 'filter' ? t`↑↓ select · ↵ resume · tab commands · esc quit` : listKeys
  return { text: style.muted(truncate(keys, columns)) }
}

function questionRow(question: NonNullable<BrowserView['question']>, columns: number, style: Style) {
  const { kind, session, answer } = question
  const { t } = style
  if (kind === 'delete') {
    const amount = t.count(session.messageCount, 'message')
    const ask = (name: string) => t`Delete "${name}" and its ${amount} permanently? [y/N]`
    const name = truncate(oneLine(session.title ?? session.id), Math.max(8, columns - textWidth(ask(''))))
    return { text: style.bold(truncate(ask(name), columns)) }
  }
  const prompt = kind === 'rename' ? t`Title: ` : t`Write to (.md, .html, .jsonl): `
  const { rows, cursor } = layOutInput(answer, { prompt, columns: columns + 1, maxRows: 1 })
  const [row = ''] = rows
  return { text: row.startsWith(prompt) ? style.bold(prompt) + row.slice(prompt.length) : row, column: cursor.column }
}

function filled(rows: readonly string[], height: number): readonly string[] {
  return [...rows, ...Array.from({ length: Math.max(0, height - rows.length) }, () => '')].slice(0, height)
}
