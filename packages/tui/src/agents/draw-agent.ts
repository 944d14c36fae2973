import { truncateToWidth, visibleWidth } from '@earendil-works/pi-tui'
import type { Translate } from '@hermes/safety/language'
import { clock } from '../model/clock.js'
import { thousands } from '../model/thousands.js'
import type { Look } from '../view/look/look.js'
import type { AgentRow, TreeRow } from './agent-tree.js'

export interface DrawAgentOptions {
  readonly look: Look
  readonly width: number
  readonly nowMs: number
  readonly isSelected: boolean
}

/** Maximum share of the width for the task. */
const goalShare = 0.5

/** Draws one row: the task, the current activity, the duration and the tokens. */
export function drawAgent({ agent, indent }: TreeRow, { look, width, nowMs, isSelected }: DrawAgentOptions): string {
  const { bold, muted, accent, warning, error } = look.style
  const marks = {
    waiting: muted('○'),
    running: warning('●'),
    paused: accent('◍'),
    stopping: error('◌'),
    ended: muted('◼'),
  }
  const goal = truncateToWidth(look.clean(agent.goal), Math.max(8, Math.floor(width * goalShare)))
  const left = `${isSelected ? accent('❯ ') : '  '}${muted(indent)}${marks[agent.state]} ${isSelected ? bold(goal) : goal}`
  const facts = muted(look.clean(factsOf(agent, nowMs, look.t).join(' · ')))
  const gap = ' '.repeat(Math.max(1, width - visibleWidth(left) - visibleWidth(facts)))
  return truncateToWidth(`${left}${gap}${facts}`, width)
}

function factsOf(agent: AgentRow, nowMs: number, t: Translate): readonly string[] {
  const { state, doing, sinceMs, endedAtMs = nowMs, usage, model } = agent
  const tokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
  return [
    t.of(state === 'running' ? (doing ?? state) : state),
    clock(endedAtMs - sinceMs),
    ...(tokens > 0 ? [t`${thousands(tokens)} tokens`] : []),
    ...(model === undefined ? [] : [model]),
  ]
}
