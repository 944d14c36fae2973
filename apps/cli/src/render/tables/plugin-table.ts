import type { FeatureDescription } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'

export interface PluginTableOptions {
  readonly style: Style
  /** Available width, in columns. Default: no limit. */
  readonly width?: number
}

/** Renders a table of features and plugins: state, start cost, and what one contributes or why it did not start. */
export function pluginTable(
  features: readonly FeatureDescription[],
  { style, width = Number.POSITIVE_INFINITY }: PluginTableOptions,
): string {
  const names = features.map(({ name }) => oneLine(name))
  const widest = Math.max(0, ...names.map(textWidth))
  const toLine = (feature: FeatureDescription) => {
    const { sign, text, paint } = look(feature, style)
    const cost = feature.state === 'off' ? '' : `${feature.costMs.toFixed(1)} ms`
    const name = oneLine(feature.name)
    const start = `  ${sign} ${name}${' '.repeat(widest - textWidth(name))}  ${cost.padStart(9)}  `
    return paint(start + truncate(oneLine(text), Math.max(10, width - textWidth(start)))).trimEnd()
  }
  const groups = [...Map.groupBy(features, ({ kind }) => kind)]
  return groups
    .map(([kind, members]) =>
      [style.bold(kind === 'feature' ? style.t`Features` : style.t`Plugins`), ...members.map(toLine), ''].join('\n'),
    )
    .join('\n')
}

function look(feature: FeatureDescription, style: Style) {
  const plain = (text: string) => text
  if (feature.state === 'on') return { sign: '✓', text: bringsOf(feature, style.t), paint: plain }
  if (feature.state === 'failed') {
    return { sign: '✗', text: style.t`failed: ${style.t.of(feature.failure ?? '')}`, paint: style.error }
  }
  const text = feature.state === 'off' ? style.t`off` : style.t`not applicable here`
  return { sign: '·', text, paint: style.muted }
}

/** Returns `read_file, write_file · hooks: post_tool_call`, or the summary if the feature adds nothing with a name. */
function bringsOf({ tools, promptSections, hooks, commands, summary }: FeatureDescription, t: Translate): string {
  const parts = [
    tools.join(', '),
    promptSections.length > 0 ? t`prompt: ${promptSections.join(', ')}` : '',
    hooks.length > 0 ? t`hooks: ${hooks.join(', ')}` : '',
    commands.map((name) => `/${name}`).join(', '),
  ]
  return parts.filter((part) => part !== '').join(' · ') || summary
}
