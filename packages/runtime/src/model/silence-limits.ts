import type { SilenceLimits } from '@hermes/transports/wrap'
import type { Config } from '../schema/config-schema.js'

/** Returns the configured limits for how long a provider may send nothing. */
export function silenceLimits({ agent }: Pick<Config, 'agent'>): Required<SilenceLimits> {
  const limitMs = agent.api_silence_seconds === 0 ? Number.POSITIVE_INFINITY : agent.api_silence_seconds * 1_000
  return { noticeMs: agent.api_silence_notice_seconds * 1_000, limitMs }
}
