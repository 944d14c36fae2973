import type { PayloadOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { withBlock, withStored } from './blocks.js'
import { clock } from './clock.js'
import type { ViewState } from './view-state.js'

/** Minimum duration of a turn for which the duration is shown. */
const leastTurnMs = 1_000

/** Adds what a turn has left undone, and its duration. */
function withSummary(state: ViewState, nowMs: number): ViewState {
  const { failedEdits = [], turnSinceMs = nowMs } = state
  const failed = failedEdits.slice(0, mostFailures).join(', ')
  const more = failedEdits.length > mostFailures ? ', …' : ''
  const text = english`Edits that failed: ${failed + more}`
  const told = failed === '' ? state : withBlock(state, { type: 'note', tone: 'warning', text })
  const tookMs = nowMs - turnSinceMs
  if (tookMs < leastTurnMs) return told
  return withBlock(told, { type: 'note', tone: 'info', text: english`Done in ${clock(tookMs)}.` })
}

const mostFailures = 10

/** Returns the view after the end of a turn. */
export function withEnd(
  state: ViewState,
  { status, reason, error, text }: PayloadOf<'message.complete'>,
  nowMs: number,
): ViewState {
  const ended = withStored(state, '', nowMs)
  switch (status) {
    case 'completed':
      return withSummary(ended, nowMs)
    case 'failed':
      return withBlock(ended, {
        type: 'note',
        tone: 'error',
        endsTurn: true,
        text: error?.message ?? english`The turn failed.`,
        ...(error?.remedy && { remedy: error.remedy }),
      })
    case 'interrupted':
      return withBlock(ended, { type: 'note', tone: 'warning', text: english`Interrupted.` })
    default:
      return withBlock(ended, { type: 'note', tone: 'warning', text: text || (reason ?? status) })
  }
}
