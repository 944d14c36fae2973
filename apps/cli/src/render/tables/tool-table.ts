import type { ToolStatus } from '@hermes/runtime'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'

export interface ToolTableOptions {
  readonly style: Style
  /** Available width, in columns. Default: no limit. */
  readonly width?: number
}

/** Renders a table of tools by toolset: description, or why the agent does not have the tool. */
export function toolTable(
  tools: readonly ToolStatus[],
  { style, width = Number.POSITIVE_INFINITY }: ToolTableOptions,
): string {
  const widest = Math.max(0, ...tools.map(({ name }) => textWidth(name)))
  const toLine = (tool: ToolStatus) => {
    const { sign, text, paint } = look(tool, style)
    const start = `  ${sign} ${tool.name.padEnd(widest)}  `
    return paint(start + truncate(oneLine(text), Math.max(10, width - textWidth(start)))).trimEnd()
  }
  const groups = [...Map.groupBy(tools, ({ toolset }) => toolset)]
  return groups
    .map(([toolset, members]) => [style.bold(oneLine(toolset)), ...members.map(toLine), ''].join('\n'))
    .join('\n')
}

function look({ state, reason, description }: ToolStatus, style: Style) {
  const plain = (text: string) => text
  if (state === 'available') return { sign: '✓', text: firstSentence(description), paint: plain }
  if (state === 'off') return { sign: '·', text: style.t`off: not in the selected toolsets`, paint: style.muted }
  return { sign: '✗', text: style.t.of(reason ?? ''), paint: style.warning }
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}
