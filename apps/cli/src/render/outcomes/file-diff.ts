import type { JsonValue } from '@hermes/core'
import { safeText } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'
import { type MarkedLine, wordMarks } from '../text/word-marks.js'

/** A numbered line of a unified diff. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'context' | 'gap' | 'file'
  readonly text: string
  /** Line number in the file after the change; for a removed line, before it. */
  readonly number?: number
}

/** Returns the unified diff that a tool provides for display; `undefined` if there is none. */
export function diffOf(display: JsonValue | undefined): string | undefined {
  if (typeof display !== 'object' || display === null || !('diff' in display)) return undefined
  return typeof display.diff === 'string' && display.diff !== '' ? display.diff : undefined
}

/** Counts the changed lines of a diff: `+3 -1`. */
export function changeCounts(lines: readonly DiffLine[]): string {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return `+${count('added')} -${count('removed')}`
}

export function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let [old, next] = [0, 0]
  for (const line of safeText(diff).replaceAll('\t', '  ').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    const text = line.slice(1)
    if (hunk) {
      if (lines.length > 0 && lines.at(-1)?.kind !== 'file') lines.push({ kind: 'gap', text: '' })
      old = Number(hunk[1])
      next = Number(hunk[2])
    } else if (/^(?:---|\+\+\+) (?:[ab]\/|\/dev\/null)/.test(line)) {
      if (line.startsWith('+')) lines.push({ kind: 'file', text: line.slice(4).replace(/^b\//, '') })
    } else if (line.startsWith('+')) lines.push({ kind: 'added', text, number: next++ })
    else if (line.startsWith('-')) lines.push({ kind: 'removed', text, number: old++ })
    else if (line.startsWith(' ') || line === '') {
      lines.push({ kind: 'context', text, number: next++ })
      old += 1
    }
  }
  return lines
}

export interface FileDiffOptions {
  readonly style: Style
  readonly columns: number
  /** Maximum number of lines that are shown. The rest is counted. */
  readonly maxLines: number
}

/** Renders the lines of a diff with numbers, signs and marked words, as whole lines. */
export function renderDiff(lines: readonly DiffLine[], { style, columns, maxLines }: FileDiffOptions): string {
  const files = lines.filter(({ kind }) => kind === 'file').length
  const all = files > 1 ? lines : lines.filter(({ kind }) => kind !== 'file')
  const shown = all.slice(0, maxLines)
  const digits = String(Math.max(0, ...shown.map(({ number = 0 }) => number))).length
  const width = Math.max(8, columns - digits - 6)
  const marks = markReplaced(shown)
  const rows = shown.map((line) => diffRow(line, marks.get(line), { style, digits, width }))
  const hidden = all.length - shown.length
  const rest = hidden > 0 ? [style.muted(`  … ${style.t.count(hidden, 'more line')}`)] : []
  return [...rows, ...rest].map((row) => `${row}\n`).join('')
}

/** Returns the marks of replaced lines: removed lines followed by an equal number of added ones. */
function markReplaced(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, MarkedLine> {
  const marked = new Map<DiffLine, MarkedLine>()
  for (let at = 0; at < lines.length; ) {
    const removed = runAt(lines, at, 'removed')
    const added = runAt(lines, at + removed.length, 'added')
    if (removed.length === added.length) {
      for (const [index, line] of removed.entries()) {
        const partner = added[index]
        const marks = partner && wordMarks(line.text, partner.text)
        if (marks) marked.set(line, marks.before).set(partner, marks.after)
      }
    }
    at += Math.max(1, removed.length + added.length)
  }
  return marked
}

function runAt(lines: readonly DiffLine[], start: number, kind: DiffLine['kind']): readonly DiffLine[] {
  let end = start
  while (lines[end]?.kind === kind) end += 1
  return lines.slice(start, end)
}

interface RowOptions {
  readonly style: Style
  readonly digits: number
  readonly width: number
}

function diffRow(
  { kind, text, number }: DiffLine,
  marks: MarkedLine | undefined,
  { style, digits, width }: RowOptions,
): string {
  if (kind === 'gap') return style.muted(`  ${' '.repeat(Math.max(0, digits - 1))}⋮`)
  if (kind === 'file') return `  ${style.bold(truncate(text, width + digits))}`
  const gutter = style.muted(`  ${String(number ?? '').padStart(digits)} `)
  if (kind === 'context') return gutter + style.muted(`  ${truncate(text, width)}`)
  const paint = kind === 'added' ? style.added : style.removed
  const sign = kind === 'added' ? '+ ' : '- '
  if (!marks || textWidth(text) > width) return gutter + paint(`${sign}${truncate(text, width)}`)
  return gutter + paint(`${sign}${marks.start}`) + style.inverse(paint(marks.changed)) + paint(marks.end)
}
