import type { Look } from '@hermes/tui'
import { commandForRemedy } from '../remedies/command-for.js'
import { isRemedy } from '../remedies/is-remedy.js'
import type { CodePainter } from '../render/code-painter.js'
import { exactRows } from '../render/exact-rows.js'
import { changeCounts, parseDiff, renderDiff } from '../render/file-diff.js'
import { findFormula } from '../render/find-formula.js'
import { outcomeDiff } from '../render/outcome-diff.js'
import { outcomeTable } from '../render/outcome-table.js'
import { hidesSomething, safeText } from '../render/safe-text.js'
import type { Style } from '../render/style.js'

/** A look whose grammars of code are loaded later: until then, code has one colour. */
export interface LoadedLook extends Look {
  load(): Promise<void>
}

export function createLook(style: Style): LoadedLook {
  let paint: CodePainter | undefined
  return {
    async load() {
      const { createCodePainter } = await import('../render/highlight-code.js')
      paint = createCodePainter(style)
    },
    t: style.t,
    get promptSign() {
      return style.promptSign
    },
    style,
    clean: (text) => safeText(text).replaceAll('\t', '  '),
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
