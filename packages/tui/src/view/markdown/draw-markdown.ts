import { Markdown } from '@earendil-works/pi-tui'
import { type Look, markdownTheme } from '../look/look.js'
import { alignTable } from './align-table.js'
import { escapePrices } from './escape-prices.js'
import { splitTables } from './split-tables.js'

/** Draws a Markdown text in rows of at most `width` columns. */
export function drawMarkdown(text: string, width: number, look: Look): readonly string[] {
  const theme = markdownTheme(look)
  const { formulaLength } = look
  const escaped = formulaLength ? escapePrices(text, formulaLength) : text
  const parts = splitTables(escaped).map(({ text: part, alignments }) => {
    const rows = new Markdown(part, 0, 0, theme, { color: look.style.assistant }).render(width)
    return alignments ? alignTable(rows, alignments) : rows
  })
  return parts.flatMap((rows, index) => (index === 0 ? rows : ['', ...rows]))
}
