import type { ContextSnapshot, Message } from '@hermes/core'
import { type Block, toBlocks } from '../blocks.js'
import type { Meter } from '../count-tokens.js'
import { takeSummary } from '../summary/summary-message.js'
import { type Limits, toLimits } from './limits.js'
import { type Measure, measure } from './measure.js'
import type { Settings } from './options.js'
import { type CompressorState, readState } from './state.js'

/** The data of a session that the engine works with. */
export interface SessionView {
  readonly context: ContextSnapshot
  readonly state: CompressorState
  readonly measure: Measure
  readonly limits: Limits
  /** The conversation without the summary of an earlier compression. */
  readonly blocks: readonly Block[]
  readonly newestQuestion: Message | undefined
  /** The summary of an earlier compression, and its size in tokens. */
  readonly previous: { readonly body: string; readonly tokens: number } | undefined
}

/** Returns the data that decides whether a compression is due. Minimal, because it is read before every call. */
export function glance(context: ContextSnapshot, settings: Settings, meter: Meter) {
  const state = readState(context.state)
  const measured = measure(context, state, meter)
  const window = Math.min(settings.contextTokens, context.contextWindow)
  return { state, measure: measured, limits: toLimits(settings, window, measured.calibration) }
}

export function viewSession(context: ContextSnapshot, settings: Settings, meter: Meter): SessionView {
  const glanced = glance(context, settings, meter)
  const { messages, body } = takeSummary(context.messages, glanced.state.summary)
  const tokens = glanced.measure.messages - meter.messages(messages)
  return {
    context,
    ...glanced,
    blocks: toBlocks(messages, meter.message),
    newestQuestion: messages.findLast(({ role }) => role === 'user'),
    previous: body === undefined ? undefined : { body, tokens },
  }
}
