import { noUsage, type Usage } from '../contracts/model/usage.js'
import { isRecord } from '../json/is-record.js'

/** The usage that is counted, and what the transport should have said of it. */
export interface SettledUsage {
  readonly usage: Usage
  /** The members that are missing or no number of tokens; `usage` itself if there is none. Empty: nothing. */
  readonly missing: readonly string[]
}

/**
 * The usage that a transport reports, with 0 in place of what is missing or no number of tokens. One `NaN` in a sum would make it `NaN`, and no
 * limit of tokens or money is ever below that.
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

/** The same object is kept where it is whole, which is always but for careless transports. */
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
