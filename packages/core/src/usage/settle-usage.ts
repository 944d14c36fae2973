import { noUsage, type Usage } from '../contracts/model/usage.js'
import { isRecord } from '../json/is-record.js'

/** The usage that is counted, and what the transport has omitted. */
export interface SettledUsage {
  readonly usage: Usage
  /**
   * The members that are missing or not a number of tokens; `usage` itself if there is no usage at all. Empty if the
   * usage is complete.
   */
  readonly missing: readonly string[]
}

/**
 * Returns the usage that a transport reports, with 0 in place of what is missing or not a number of tokens. A single `NaN` would make a sum
 * `NaN`, which never reaches a limit of tokens or money.
 */
export function settleUsage(reported: unknown): SettledUsage {
  if (!isRecord(reported)) return { usage: noUsage, missing: ['usage'] }
  const missing = members.filter((name) => !isTokens(reported[name]))
  if (isUsage(reported)) return { usage: reported, missing }
  const counted = (name: keyof Usage) => {
    const value = reported[name]
    return isTokens(value) ? value : 0
  }
  const usage: Usage = {
    inputTokens: counted('inputTokens'),
    outputTokens: counted('outputTokens'),
    cacheReadTokens: counted('cacheReadTokens'),
    cacheWriteTokens: counted('cacheWriteTokens'),
    reasoningTokens: counted('reasoningTokens'),
  }
  const { cost } = reported
  return isCost(cost)
    ? { usage: { ...usage, cost }, missing }
    : { usage, missing: cost === undefined ? missing : [...missing, 'cost'] }
}

const members = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const

function isTokens(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** Whether usage is complete. The same object is then kept, which is the case for all but careless transports. */
function isUsage(value: unknown): value is Usage {
  return (
    isRecord(value) &&
    members.every((name) => isTokens(value[name])) &&
    (value.cost === undefined || isCost(value.cost))
  )
}

function isCost(value: unknown): value is NonNullable<Usage['cost']> {
  if (!isRecord(value)) return false
  return value.status === 'unknown' || isTokens(value.microUsd)
}
