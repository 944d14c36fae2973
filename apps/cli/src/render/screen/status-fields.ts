import { promptTokens } from '@hermes/core'
import { clock, formatCount, formatDuration } from '../text/format.js'
import { formatUsd } from '../text/format-cost.js'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import type { StatusFacts } from './status-facts.js'

/** A part of the status line. */
export interface Field {
  readonly text: string
  /** Paints the text. Default: like the status line. */
  readonly paint?: (text: string) => string
  /** Whether the text may be truncated. */
  readonly isElastic?: boolean
}

interface FieldOptions {
  readonly isCompact: boolean
  readonly style: Style
}

type Describe = (facts: StatusFacts, options: FieldOptions) => Field | undefined

/** Returns a field of the status line; `undefined` if its fact is unknown or empty, or the field does not exist. */
export function describeField(field: string, facts: StatusFacts, options: FieldOptions): Field | undefined {
  return Object.hasOwn(fields, field) ? fields[field]?.(facts, options) : undefined
}

const context: Describe = (facts, { isCompact, style }) => contextField(facts, { isShort: isCompact, style })

const fields: Readonly<Record<string, Describe>> = {
  model: ({ model }, { isCompact }) => elastic(isCompact ? (model.split('/').at(-1) ?? model) : model),
  context,
  context_detail: context,
  context_pct: (facts, { style }) => contextField(facts, { isShort: true, style }),
  total_tokens: ({ usage }, { style: { t } }) =>
    usage && { text: t`${formatCount(promptTokens(usage) + usage.outputTokens)} tokens` },
  cache_hit: cacheField,
  cost: ({ cost }, { style: { t } }) =>
    cost && cost.status !== 'unknown' ? { text: formatUsd(cost.microUsd, t) } : undefined,
  yolo: ({ isYolo }, { style }) => (isYolo ? { text: 'yolo', paint: style.error } : undefined),
  sandbox: ({ sandbox }) => (sandbox === undefined ? undefined : { text: sandbox }),
  git_branch: ({ gitBranch }) => elastic(gitBranch),
  duration: ({ elapsedMs }) => minutes(elapsedMs),
  title: ({ title }) => elastic(title),
  goal: ({ goal }, { style: { t } }) => elastic(goal && t`goal: ${goal}`),
  latency: ({ latencyMs }, { style: { t } }) =>
    latencyMs === undefined ? undefined : { text: t`first word ${formatDuration(latencyMs)}` },
  tps: ({ tokensPerSecond }, { style: { t } }) =>
    tokensPerSecond === undefined ? undefined : { text: t`${Math.round(tokensPerSecond)} tokens/s` },
  compressions: ({ compressions = 0 }, { style: { t } }) => ifAny(compressions, t.count(compressions, 'compression')),
  bg_processes: ({ processes = 0 }, { style: { t } }) => ifAny(processes, t.count(processes, 'process')),
  bg_subagents: ({ subagents = 0 }, { style: { t } }) => ifAny(subagents, t.count(subagents, 'sub-agent')),
  bg_tasks: ({ processes = 0, subagents = 0 }, { style: { t } }) =>
    ifAny(processes + subagents, t`${processes + subagents} in the background`),
  prompt_elapsed: ({ turnMs }) => (turnMs === undefined ? undefined : { text: clock(turnMs) }),
  idle_since: ({ idleMs = 0 }, { style: { t } }) => {
    const idle = minutes(idleMs)
    return idle && { text: t`idle ${idle.text}` }
  },
  focus: ({ isFocused }, { style: { t } }) => (isFocused ? { text: t`focus` } : undefined),
  stash: ({ drafts = 0 }, { style: { t } }) => ifAny(drafts, t.count(drafts, 'draft')),
  battery: ({ batteryPercent }, { style }) =>
    batteryPercent === undefined
      ? undefined
      : {
          text: style.t`battery ${batteryPercent} %`,
          ...(batteryPercent <= lowBattery && { paint: style.warning }),
        },
}

const lowBattery = 20

function elastic(text: string | undefined): Field | undefined {
  return text ? { text: oneLine(text), isElastic: true } : undefined
}

function ifAny(count: number, text: string): Field | undefined {
  return count === 0 ? undefined : { text }
}

/** Returns the share of the session's prompt tokens that the provider read from its cache. */
function cacheField({ usage }: StatusFacts, { style: { t } }: FieldOptions): Field | undefined {
  const prompts = usage ? promptTokens(usage) : 0
  if (!usage || prompts === 0) return undefined
  return { text: t`cache ${Math.round((100 * usage.cacheReadTokens) / prompts)} %` }
}

/** Formats a duration of at least one minute. */
function minutes(ms: number): Field | undefined {
  const whole = Math.floor(ms / 60_000)
  if (whole === 0) return undefined
  return { text: whole < 60 ? `${whole}m` : `${Math.floor(whole / 60)}h ${whole % 60}m` }
}

/** Returns `12 % of 200.0k`: a warning from half of the window, an error from 80 %, bold from 95 %. */
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
