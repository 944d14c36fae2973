import type { FoundMessage } from '@hermes/conversations/stored'
import { formatAge } from '../../../render/text/format.js'
import { oneLine } from '../../../render/text/safe-text.js'
import type { Style } from '../../../render/text/style.js'
import { padded, textWidth, truncate } from '../../../render/text/text-width.js'
import { highlight } from './highlight.js'

export interface RenderFoundOptions {
  readonly query: string
  readonly nowMs: number
  readonly style: Style
  /** Available width, in columns. Default: no limit. */
  readonly width?: number
}

/** Renders search results grouped by conversation, in order of the first match. */
export function renderFound(found: readonly FoundMessage[], options: RenderFoundOptions): string {
  const groups = Map.groupBy(found, ({ root }) => root.id)
  return [...groups.values()].map((group) => renderGroup(group, options)).join('\n')
}

function renderGroup(group: readonly FoundMessage[], options: RenderFoundOptions): string {
  const { style, width = Number.POSITIVE_INFINITY } = options
  const [first] = group
  if (!first) return ''
  const { id, title } = first.root
  const name = title === undefined ? '' : `  ${truncate(oneLine(title), width - id.length - 2)}`
  return `${style.bold(id)}${name}\n${group.map((found) => renderMessage(found, options)).join('')}`
}

const roleWidth = 'assistant'.length
const ageWidth = 11

function renderMessage({ hit: { message, snippet } }: FoundMessage, options: RenderFoundOptions): string {
  const { query, nowMs, style, width = Number.POSITIVE_INFINITY } = options
  const age = padded(formatAge(message.timestampMs, nowMs, style.t), ageWidth)
  const start = `  ${message.message.role.padEnd(roleWidth)}  ${age}  `
  const text = truncate(oneLine(snippet), width - textWidth(start))
  return `${style.muted(start)}${highlight(text, query, (found) => style.bold(style.match(found)))}\n`
}
