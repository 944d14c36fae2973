import type { Translate } from '@hermes/safety/language'
import { bar } from '../../render/text/bar.js'
import { formatUsd } from '../../render/text/format-cost.js'
import { oneLine } from '../../render/text/safe-text.js'
import type { Style } from '../../render/text/style.js'
import { textWidth, truncate } from '../../render/text/text-width.js'
import type { PromptSize, SizedGroup } from './measure-prompt.js'

export interface PromptSizeChartOptions {
  readonly style: Style
  /** Available width, in columns. Default: no limit. */
  readonly width?: number
}

const figureWidth = 7
const costWidth = 9
const longestBar = 48

/** Renders the parts of a prompt as bars on one scale, largest first, below their total. */
export function promptSizeChart(
  size: PromptSize,
  { style, width = Number.POSITIVE_INFINITY }: PromptSizeChartOptions,
): string {
  const { t } = style
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
    [style.bold(t`${title}: ${figure(tokens)} tokens`), ...parts.map(toLine)].join('\n')

  return `${[
    t`${style.bold(t`${figure(size.totalTokens)} tokens`)} in every request${shareOf(size, t)}${costOf(size, t)}`,
    toGroup(t`System prompt`, size.system),
    toGroup(t`Tools (${size.tools.parts.length})`, size.tools),
    style.muted(t`Counted with ${size.tokenizer}; other tokenizers differ by a few percent.`),
  ].join('\n\n')}\n`
}

function shareOf({ totalTokens, contextWindow }: PromptSize, t: Translate): string {
  if (contextWindow === undefined) return ''
  const percent = (totalTokens / contextWindow) * 100
  return t`, ${percent.toFixed(1)} % of a window of ${figure(contextWindow)}`
}

function costOf({ session }: PromptSize, t: Translate): string {
  return session ? t`; ${formatUsd(session.microUsd, t)} in a session of ${session.calls} model calls` : ''
}

function shortUsd(microUsd: number): string {
  return microUsd < 100 ? '<$0.0001' : formatUsd(microUsd)
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en-US')
}
