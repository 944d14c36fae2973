import type { Compression, Message } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { Meter } from '../count-tokens.js'
import type { SessionView } from './session-view.js'
import { type CompressorState, writeState } from './state.js'
import { maxUseless, waitFor } from './timing.js'

/** A compression that saves less than this share of the request counts as useless. */
export const leastGain = 0.1

export interface Result {
  readonly messages: readonly Message[]
  readonly state: CompressorState
  readonly summary?: string
  readonly notice?: string
}

export function toCompressed(view: SessionView, result: Result, meter: Meter): Compression {
  const { measure, limits } = view
  const left = meter.messages(result.messages)
  const saved = measure.calibration * (measure.messages - left)
  const isUseless = saved < leastGain * measure.request
  const state: CompressorState = {
    ...result.state,
    calibration: measure.calibration,
    compressions: result.state.compressions + 1,
    useless: isUseless ? result.state.useless + 1 : 0,
    waitFor: waitFor(left, measure.base, limits),
  }
  return {
    status: 'compressed',
    messages: result.messages,
    state: writeState(state),
    tokensBefore: Math.round(measure.request),
    tokensAfter: Math.max(0, Math.round(measure.request - saved)),
    ...(result.summary !== undefined && { summary: result.summary }),
    ...(result.notice !== undefined && { notice: result.notice }),
  }
}

export function toSkipped({ measure }: SessionView, state: CompressorState, reason: string): Compression {
  return { status: 'skipped', reason, state: writeState({ ...state, calibration: measure.calibration }) }
}

/**
 * Skips a compression that would save too little. If the request exceeds the trigger, the next attempt waits for growth.
 * @param protectLast How many of the newest messages it had to keep, unless the caller has named the exchanges to keep.
 */
export function toUseless(view: SessionView, protectLast?: number): Compression {
  const { state, measure, limits } = view
  const nothingToWin = describeUseless(protectLast)
  if (measure.request / measure.calibration < limits.trigger) return toSkipped(view, state, nothingToWin)
  const next = { ...state, useless: state.useless + 1, waitFor: waitFor(measure.messages, measure.base, limits) }
  return toSkipped(view, next, next.useless >= maxUseless ? advice : nothingToWin)
}

function describeUseless(protectLast: number | undefined): string {
  if (protectLast === undefined) return english`This conversation cannot be shortened enough.`
  return english`This conversation cannot be shortened enough: its newest ${protectLast} messages are protected, unless you use /compress here 1.`
}

export const advice =
  'The last compressions saved less than a tenth each. The next one waits until the conversation has grown. Begin a new session, or compress with a topic to keep.'
