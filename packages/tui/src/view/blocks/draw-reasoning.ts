import { wrapTextWithAnsi } from '@earendil-works/pi-tui'
import type { Look } from '../look/look.js'

/** Maximum number of rows of folded reasoning. */
const fewRows = 10

/** Draws the reasoning of the model before its answer. */
export function drawReasoning(text: string, width: number, { style, clean, t }: Look, isWhole: boolean): string[] {
  const rows = wrapTextWithAnsi(clean(text).trim(), width)
  const shown = isWhole || rows.length === fewRows + 1 ? rows : rows.slice(0, fewRows)
  const left = rows.length - shown.length
  const more = left > 0 ? [t`… ${left} more lines (Ctrl+O)`] : []
  return ['', ...[...shown, ...more].map(style.muted)]
}
