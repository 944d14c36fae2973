import { bar } from '../../render/bar.js'
import { formatUsd } from '../../render/format-cost.js'
import { oneLine } from '../../render/safe-text.js'
import type { Style } from '../../render/style.js'
import { textWidth, truncate } from '../../render/text-width.js'
import type { PromptSize, SizedGroup } from './measure-prompt.js'

export interface PromptSizeChartOptions {
  readonly style: Style
  /** The available width. Default: no limit. */
  readonly width?: number
}

const figureWidth = 7
const costWidth = 9
const longestBar = 48

/** The parts of a prompt as bars on one scale, largest first, below their total. */
export function promptSizeChart(
  size: PromptSize,
  { style, width = Number.POSITIVE_INFINITY }: PromptSizeChartOptions,
): string {
  const parts = [...size.system.parts, ...size.tools.parts]
  const nameWidth = Math.min(28, Math.max(...parts.map(({ name }) => textWidth(name)), 0))
  const costs = size.session ? costWidth : 0
  const room = Math.max(4, Math.min(longestBar, width - nameWidth - figureWidth - costs - 5))
  const largest = Math.max(...parts.map(({ tokens }) => tokens), 1)

  const toLine = ({ name, tokens, microUsd }: SizedGroup['parts'][number]) => {
    const label = truncate(oneLine(name), nameWidth)
    const cost = microUsd === undefined ? '' : ` ${shortUsd(microUsd).padStart(costWidth - 1)}`
    const start = `  ${label}${' '.repeat(nameWidth - textWidth(label))} ${figure(tokens).padStart(figureWidth)}${cost} `
    return start + style.accent(bar((tokens / largest) * room))
  }
  const toGroup = (title: string, { tokens, parts }: SizedGroup) =>
    [style.bold(`${title}: ${figure(tokens)} tokens`), ...parts.map(toLine)].join('\n')

  return `${[
    `${style.bold(`${figure(size.totalTokens)} tokens`)} in every request${shareOf(size)}${costOf(size)}`,
    toGroup('System prompt', size.system),
    toGroup(`Tools (${size.tools.parts.length})`, size.tools),
    style.muted(`Counted with ${size.tokenizer}; other tokenizers differ by a few percent.`),
  ].join('\n\n')}\n`
}

function shareOf({ totalTokens, contextWindow }: PromptSize): string {
  if (contextWindow === undefined) return ''
  const percent = (totalTokens / contextWindow) * 100
  return `, ${percent.toFixed(1)} % of a window of ${figure(contextWindow)}`
}

function costOf({ session }: PromptSize): string {
  return session ? `; ${formatUsd(session.microUsd)} in a session of ${session.calls} model calls` : ''
}

function shortUsd(microUsd: number): string {
  return microUsd < 100 ? '<$0.0001' : formatUsd(microUsd)
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en-US')
}
