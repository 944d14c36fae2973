import { stripTerminalSequences } from '@earendil-works/pi-tui'
import { drawMarkdown } from './draw-markdown.js'
import { hasEmptyLine, lastItemStart } from './last-item-start.js'
import { countVisible, rowStartAfter } from './row-start-after.js'

/** The start of a text, which looks the same whatever follows in the same paragraph or list. */
interface Settled {
  readonly text: string
  readonly isList: boolean
  readonly width: number
  readonly rows: readonly string[]
}

type Draw = typeof drawMarkdown

/**
 * Draws a Markdown text that grows at its end, like {@link drawMarkdown}, but redraws only the growing row of a
 * paragraph and the last item of a list. The rows above are kept.
 */
export function growMarkdown(draw: Draw = drawMarkdown): Draw {
  let settled: Settled | undefined
  return (text, width, look) => {
    if (settled?.width !== width || !continues(settled, text)) settled = undefined
    const rest = settled ? text.slice(settled.text.length) : text
    const rows = draw(rest, width, look)
    const whole = settled ? [...settled.rows, ...rows] : rows
    const isList = rest.includes('\n')
    const start = rows.length < 2 ? undefined : isList ? lastItemStart(rest) : lastRowStart(rest, rows)
    if (start === undefined) return whole
    const open = draw(rest.slice(start), width, look)
    const end = whole.length - open.length
    if (end > 0 && open.every((row, index) => row === whole[end + index])) {
      settled = { text: text.slice(0, text.length - rest.length + start), isList, width, rows: whole.slice(0, end) }
    }
    return whole
  }
}

function continues({ text: settled, isList }: Settled, text: string): boolean {
  if (!text.startsWith(settled)) return false
  const rest = text.slice(settled.length)
  // An empty line makes a list loose, and a second line may turn a paragraph into a heading.
  return isList ? !hasEmptyLine(rest) : !rest.includes('\n')
}

function lastRowStart(paragraph: string, rows: readonly string[]): number | undefined {
  return rowStartAfter(paragraph, countVisible(stripTerminalSequences(rows.slice(0, -1).join(''))))
}
