import type { CompressionSettings } from '@hermes/conversations'
import type { Config } from '@hermes/runtime'

/** Returns the settings for compressions between turns. */
export function betweenTurns({ compression }: Config): CompressionSettings | undefined {
  if (!compression.enabled) return undefined
  return {
    maxMessages: compression.hygiene_hard_message_limit,
    limitMs: compression.hygiene_total_ceiling_seconds * 1000,
    holdMs: compression.hygiene_max_turn_hold_seconds * 1000,
    cooldownMs: compression.hygiene_failure_cooldown_seconds * 1000,
  }
}
