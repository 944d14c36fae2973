import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui'
import type { Block } from '../../model/view-state.js'
import type { Look } from '../look/look.js'
import { drawMarkdown } from '../markdown/draw-markdown.js'
import { decisionRows } from '../questions/questions.js'
import { drawOutcome } from './draw-outcome.js'
import { drawReasoning } from './draw-reasoning.js'
import { drawTool } from './draw-tool.js'
import { onlyStyled } from './only-styled.js'

/** Maximum number of rows of a folded prompt. Whoever pasted a log knows it. */
const longestPrompt = 20

export interface BlockView {
  readonly width: number
  readonly look: Look
  /** Whether all of a tool's output, of a long prompt or of the reasoning is shown. */
  readonly isExpanded: boolean
  /** Draws the text of an answer. Default: {@link drawMarkdown}. */
  readonly markdown?: typeof drawMarkdown
}

/**
 * Draws the rows of a block. Every message starts with an empty row. Whatever its texts contain, a row can only have
 * colors and links.
 */
export function drawBlock(block: Block, view: BlockView): string[] {
  return rowsOf(block, view).map(onlyStyled)
}

function rowsOf(block: Block, { width, look, isExpanded, markdown = drawMarkdown }: BlockView): string[] {
  const { style, clean, t } = look
  switch (block.type) {
    case 'user': {
      const sign = `${look.promptSign} `
      const indent = visibleWidth(sign)
      const rows = wrapTextWithAnsi(clean(block.text), Math.max(1, width - indent))
      const start = (index: number) => (index === 0 ? style.bold(style.user(sign)) : ' '.repeat(indent))
      const isLong = !isExpanded && rows.length > longestPrompt + 1
      const shown = isLong ? rows.slice(0, longestPrompt) : rows
      const more = rows.length - shown.length
      return [
        '',
        ...shown.map((row, index) => `${start(index)}${style.bold(row)}`),
        ...(more > 0 ? [truncateToWidth(`  ${style.muted(t`… ${more} more lines (Ctrl+O)`)}`, width)] : []),
      ]
    }
    case 'answer': {
      const text = clean(block.text)
      if (text.trim() === '') return []
      // Padded with spaces, a row would not fit on terminals that draw an emoji wider than it is counted.
      return ['', ...markdown(text.trim(), width, look).map((row) => row.trimEnd())]
    }
    case 'tool':
      return drawTool(block, width, look, isExpanded)
    case 'outcome':
      return ['', ...drawOutcome(block, width, look)]
    case 'decision':
      return ['', ...decisionRows(block, look, width)]
    case 'reasoning':
      return drawReasoning(block.text, width, look, isExpanded)
    case 'note': {
      const paint = { info: style.muted, warning: style.warning, error: style.error }[block.tone]
      const command = block.remedy && look.commandFor(block.remedy)
      const hint = command === undefined ? [] : wrapTextWithAnsi(clean(t`Try: ${command}`), width).map(style.muted)
      const mark = block.tone === 'error' ? '✗ ' : ''
      return ['', ...wrapTextWithAnsi(mark + clean(t.of(block.text)), width).map(paint), ...hint]
    }
  }
}
