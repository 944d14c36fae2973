import type { Config } from '@hermes/runtime'
import type { TurnLimits } from './watch-turn.js'

/** The limits of the settings, in which 0 means none. */
export function turnLimitsOf({
  session_stall_timeout: notice,
  turn_liveness: { timeout_s: stuck, tool_timeout_s: stuckTool },
}: Config['agent']): TurnLimits {
  return { noticeMs: limitOf(notice), stuckMs: limitOf(stuck), stuckToolMs: limitOf(stuckTool) }
}

function limitOf(seconds: number): number {
  return seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000
}
