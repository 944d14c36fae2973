import type { Look } from '@hermes/tui'
import { commandForRemedy } from '../remedies/command-for.js'
import { isRemedy } from '../remedies/is-remedy.js'
import type { CodePainter } from '../render/markdown/code-painter.js'
import { findFormula } from '../render/markdown/find-formula.js'
import { changeCounts, parseDiff, renderDiff } from '../render/outcomes/file-diff.js'
import { outcomeDiff } from '../render/outcomes/outcome-diff.js'
import { outcomeTable } from '../render/outcomes/outcome-table.js'
import { exactRows } from '../render/text/exact-rows.js'
import { exactText, hidesSomething, oneLine, safeText } from '../render/text/safe-text.js'
import type { Style } from '../render/text/style.js'

/** A look whose syntax highlighting is loaded later. Until then, code has a single color. */
export interface LoadedLook extends Look {
  load(): Promise<void>
}

export function createLook(style: Style): LoadedLook {
  let paint: CodePainter | undefined
  return {
    async load() {
      const { createCodePainter } = await import('../render/markdown/highlight-code.js')
      paint = createCodePainter(style)
    },
    t: style.t,
    get promptSign() {
      return style.promptSign
    },
    style,
    clean: (text) => safeText(text).replaceAll('\t', '  '),
    name: (text) => oneLine(exactText(text)),
    exact: (text, width) => ({
      rows: exactRows(text, width).map((row) => style.warning(row.slice(0, 1)) + row.slice(1)),
      isDeceptive: hidesSomething(text),
    }),
    highlight: (code, language) => paint?.(code, language),
    outcome(outcome, { width, nowMs }) {
      const rows =
        outcome.type === 'diff'
          ? outcomeDiff(outcome, { style })
          : outcomeTable(outcome, { style, nowMs, columns: width })
      return rows.replace(/\n$/, '').split('\n')
    },
    formulaLength(text) {
      const found = findFormula(text)
      return typeof found === 'object' ? found.length : undefined
    },
    commandFor: (remedy) => (isRemedy(remedy) ? commandForRemedy(remedy) : undefined),
    diff(diff, columns) {
      const lines = parseDiff(diff.replace(/\n$/, ''))
      const rows = renderDiff(lines, { style, columns, maxLines: Number.POSITIVE_INFINITY }).split('\n')
      return { counts: changeCounts(lines), rows: rows.slice(0, -1) }
    },
  }
}
