import type { Message } from '@hermes/core'
import type { Block } from '../blocks.js'
import type { Meter } from '../count-tokens.js'
import { parseSections } from '../extract/sections.js'
import { cutNewest } from '../select/cut-newest.js'
import { type Plan, planSurvivors, tokensOf } from '../select/plan-survivors.js'
import { renderBody } from '../summary/summary-body.js'
import { renderSummary } from '../summary/summary-message.js'
import { summaryBudget } from './limits.js'
import type { Settings } from './options.js'
import type { SessionView } from './session-view.js'
import { isWaiting } from './timing.js'

export interface CompressionPlan extends Plan {
  /** The cuts that make the newest turn fit: each message and its replacement. */
  readonly cut: ReadonlyMap<Message, Message>
  /** The size that the summary replaces, in tokens: the middle and the previous summary. */
  readonly replaced: number
  /** The maximum size of the summary text, in tokens. 0: the removed messages are too small for a summary. */
  readonly summaryTokens: number
}

/** The maximum size of a summary relative to the text that it replaces: a longer one is not worth a cache break. */
const longestShare = 0.6
/** In a smaller window, protected messages can fill most of the space. There, a compression aims to halve the conversation. */
const smallWindow = 32_000
/** The minimum size of a summary beyond its empty sections, in tokens. */
const leastText = 40

export function planCompression(view: SessionView, settings: Settings, meter: Meter): CompressionPlan {
  const { limits, measure, previous, state } = view
  const room = Math.max(limits.room - measure.base, Math.floor(0.7 * (limits.window - measure.base)))
  const shortest = meter.text(renderSummary(renderBody({ sections: parseSections('').sections, asks: [] })))
  // A compressed conversation is not halved again before it has grown.
  const isDue = measure.request / measure.calibration >= limits.trigger && !isWaiting(measure, limits, state)
  const goal = isDue && limits.window < smallWindow ? Math.floor(measure.messages / 2) : room
  const budget = (middle: number) => {
    const replaced = middle + (previous?.tokens ?? 0)
    return Math.min(summaryBudget(replaced, limits), Math.floor(longestShare * replaced), Math.floor(goal / 2))
  }
  const { blocks, cut } = withCut(view, room - Math.max(shortest, summaryBudget(0, limits)), meter)
  const { protectFirst: first, protectLast: last } = settings
  const protection = { first, last, tailTokens: limits.tailTokens }
  const plan = planSurvivors(blocks, protection, { tokens: Math.min(room, goal), summaryOf: budget })
  const summary = plan.middle.length > 0 ? budget(tokensOf(plan.middle)) : 0
  const frame = meter.text(renderSummary(''))
  return {
    ...plan,
    cut,
    replaced: tokensOf(plan.middle) + (previous?.tokens ?? 0),
    summaryTokens: summary >= shortest + leastText ? summary - frame : 0,
  }
}

/** The newest turn is always kept, and must fit together with the newest question. */
function withCut(view: SessionView, room: number, meter: Meter) {
  const { blocks, newestQuestion, context } = view
  const newest = blocks.at(-1)
  if (!newest) return { blocks, cut: new Map<Message, Message>() }
  const question = newestQuestion && !newest.messages.includes(newestQuestion) ? meter.message(newestQuestion) : 0
  const fitted = cutNewest(newest, {
    tokens: room - question,
    recallTool: context.recallTool,
    countTokens: meter.message,
  })
  return { blocks: [...blocks.slice(0, -1), fitted], cut: differences(newest, fitted) }
}

function differences(before: Block, after: Block): ReadonlyMap<Message, Message> {
  const pairs = before.messages.map((message, index) => [message, after.messages[index] ?? message] as const)
  return new Map(pairs.filter(([old, next]) => old !== next))
}
