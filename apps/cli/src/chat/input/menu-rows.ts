import { oneLine } from '../../render/text/safe-text.js'
import type { Style } from '../../render/text/style.js'
import { textWidth, truncate } from '../../render/text/text-width.js'
import type { MenuView } from './completion-menu.js'

const shown = 8
/** Maximum width of the names, in columns, so that the descriptions fit. */
const widestName = 32

/** Returns the rows of a menu around its selected entry, and the number of the others. */
export function menuRows(
  { choices, selected }: MenuView,
  { style, columns }: { readonly style: Style; readonly columns: number },
): readonly string[] {
  const first = Math.max(0, Math.min(selected - Math.floor(shown / 2), choices.length - shown))
  const visible = choices.slice(first, first + shown)
  const names = visible.map(({ text }) => oneLine(text))
  const hasDetails = visible.some(({ detail }) => detail !== undefined)
  const widest = Math.max(...names.map(textWidth))
  const width = Math.max(1, Math.min(widest, hasDetails ? widestName : widest, columns - 3))
  const rows = visible.map(({ detail }, index) => {
    const name = truncate(names[index] ?? '', width)
    const room = columns - 1 - 2 - width - 2
    const about = detail === undefined || room < 8 ? '' : truncate(oneLine(detail), room)
    const padded = about === '' ? name : name + ' '.repeat(width - textWidth(name))
    const isSelected = first + index === selected
    return `${isSelected ? style.accent('❯ ') : '  '}${isSelected ? style.bold(padded) : padded}${about && `  ${style.muted(about)}`}`
  })
  const hidden = choices.length - visible.length
  return hidden > 0 ? [...rows, style.muted(truncate(`  ${style.t`${hidden} more`}`, columns - 1))] : rows
}
