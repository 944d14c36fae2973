import type { Config } from '@hermes/runtime'
import type { TurnLimits } from './watch-turn.js'

/** Returns the limits of the settings. In the settings, 0 means no limit. */
export function turnLimitsOf({
  session_stall_timeout: notice,
  turn_liveness: { timeout_s: stuck, tool_timeout_s: stuckTool },
}: Config['agent']): TurnLimits {
  return { noticeMs: limitOf(notice), stuckMs: limitOf(stuck), stuckToolMs: limitOf(stuckTool) }
}

function limitOf(seconds: number): number {
  return seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000
}
