import { type Cost, promptTokens, type Usage } from '@hermes/core'
import { formatCount } from './format.js'
import { formatUsd } from './format-cost.js'
import { oneLine } from './safe-text.js'
import type { Style } from './style.js'
import { textWidth, truncate } from './text-width.js'

/** What the status line tells. Absent: not known, or nothing to tell. */
export interface StatusFacts {
  readonly model: string
  readonly contextTokens?: number
  readonly contextWindow?: number
  readonly usage?: Usage
  readonly cost?: Cost
  readonly title?: string
  readonly gitBranch?: string
  /** What commands reach: `sandbox`, `sandbox, network off`, `no sandbox`. */
  readonly sandbox?: string
  /** Nothing is asked. */
  readonly isYolo?: boolean
  readonly elapsedMs: number
}

export interface StatusLineOptions {
  /** The most important first. */
  readonly fields: readonly string[]
  readonly style: Style
  readonly columns: number
}

/** Narrower terminals have no status line, and those below `compact` columns short fields. */
const least = 40
const compact = 76

/** One row with the fields that fit, or none. */
export function statusLine(facts: StatusFacts, { fields, style, columns }: StatusLineOptions): readonly string[] {
  if (columns < least) return []
  const parts: string[] = []
  let width = -separator.length
  for (const field of fields) {
    const part = describeField(field, facts, { isCompact: columns < compact, style })
    const room = columns - 1 - width - separator.length
    if (!part || room < shortest) continue
    const isElastic = field === 'title' || field === 'git_branch' || field === 'model'
    const text = isElastic ? truncate(part.text, Math.min(room, longest)) : part.text
    if (textWidth(text) > room) continue
    parts.push((part.paint ?? style.status)(text))
    width += textWidth(text) + separator.length
  }
  return parts.length === 0 ? [] : [parts.join(style.status(separator))]
}

const separator = ' · '
const shortest = 4
const longest = 40

interface Field {
  readonly text: string
  readonly paint?: (text: string) => string
}

function describeField(
  field: string,
  facts: StatusFacts,
  { isCompact, style }: { readonly isCompact: boolean; readonly style: Style },
): Field | undefined {
  const { model, usage, cost, title, gitBranch, sandbox, isYolo, elapsedMs } = facts
  switch (field) {
    case 'model':
      return { text: oneLine(isCompact ? (model.split('/').at(-1) ?? model) : model) }
    case 'context':
    case 'context_pct':
    case 'context_detail':
      return contextField(facts, { isShort: isCompact || field === 'context_pct', style })
    case 'total_tokens':
      return usage && { text: style.t`${formatCount(promptTokens(usage) + usage.outputTokens)} tokens` }
    case 'cache_hit':
      return usage && cacheField(usage, style)
    case 'cost':
      return cost && cost.status !== 'unknown' ? { text: formatUsd(cost.microUsd, style.t) } : undefined
    case 'yolo':
      return isYolo ? { text: 'yolo', paint: style.error } : undefined
    case 'sandbox':
      return sandbox === undefined ? undefined : { text: sandbox }
    case 'git_branch':
      return gitBranch === undefined ? undefined : { text: oneLine(gitBranch) }
    case 'duration':
      return elapsedMs < 60_000 ? undefined : { text: formatMinutes(elapsedMs) }
    case 'title':
      return title === undefined ? undefined : { text: oneLine(title) }
    default:
      return undefined
  }
}

/** The share of the prompts of the session that the provider read from its cache. */
function cacheField(usage: Usage, { t }: Style): Field | undefined {
  const prompts = promptTokens(usage)
  return prompts === 0 ? undefined : { text: t`cache ${Math.round((100 * usage.cacheReadTokens) / prompts)} %` }
}

function formatMinutes(elapsedMs: number): string {
  const minutes = Math.floor(elapsedMs / 60_000)
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

/** `12 % of 200.0k`: a warning above half of the window, an error above 80 %, bold above 95 %. */
function contextField(
  { contextTokens, contextWindow }: StatusFacts,
  { isShort, style }: { readonly isShort: boolean; readonly style: Style },
): Field | undefined {
  if (contextTokens === undefined || contextWindow === undefined || contextWindow <= 0) return undefined
  const share = contextTokens / contextWindow
  const percent = `${Math.round(share * 100)} %`
  const text = isShort ? percent : style.t`${percent} of ${formatCount(contextWindow)}`
  if (share >= 0.95) return { text, paint: (part) => style.bold(style.error(part)) }
  if (share >= 0.8) return { text, paint: style.error }
  return share >= 0.5 ? { text, paint: style.warning } : { text }
}
