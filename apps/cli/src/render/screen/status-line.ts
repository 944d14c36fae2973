import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'
import type { StatusFacts } from './status-facts.js'
import { describeField } from './status-fields.js'

export interface StatusLineOptions {
  /** Names of the fields, most important first. */
  readonly fields: readonly string[]
  readonly style: Style
  readonly columns: number
}

/** Minimum width of the terminal for a status line. Below `compact` columns, its fields are short. */
const least = 40
const compact = 76

/** Returns one row with the fields that fit, or none. */
export function statusLine(facts: StatusFacts, { fields, style, columns }: StatusLineOptions): readonly string[] {
  if (columns < least) return []
  const parts: string[] = []
  let width = -separator.length
  for (const field of fields) {
    const part = describeField(field, facts, { isCompact: columns < compact, style })
    const room = columns - 1 - width - separator.length
    if (!part || room < shortest) continue
    const text = part.isElastic ? truncate(part.text, Math.min(room, longest)) : part.text
    if (textWidth(text) > room) continue
    parts.push((part.paint ?? style.status)(text))
    width += textWidth(text) + separator.length
  }
  return parts.length === 0 ? [] : [parts.join(style.status(separator))]
}

const separator = ' · '
const shortest = 4
const longest = 40
