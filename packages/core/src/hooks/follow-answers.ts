import type { FinishReason } from '../contracts/model/usage.js'
import type { AgentEvent, TurnOutcome } from '../contracts/turn/event.js'
import type { StreamEndEvent, StreamStartEvent } from '../contracts/turn/stream-hooks.js'
import type { StreamListener } from './stream-listener.js'

export interface FollowedTurn extends Omit<StreamStartEvent, 'iteration'> {
  readonly listeners: readonly StreamListener[]
}

type EndStatus = StreamEndEvent['status']

/**
 * Reports the answers of a turn to the stream hooks.
 * @returns a function to call with each event of the turn, in order.
 */
export function followAnswers({ listeners, ...turn }: FollowedTurn): (event: AgentEvent) => void {
  let iteration = 0
  let isOpen = false
  let reason: FinishReason | undefined

  function open(): void {
    if (isOpen) return
    isOpen = true
    reason = undefined
    for (const listener of listeners) listener.start({ ...turn, iteration })
  }

  function end(status: EndStatus): void {
    if (!isOpen) return
    isOpen = false
    const why = status === 'finished' && reason !== undefined ? { reason } : {}
    for (const listener of listeners) listener.end({ ...turn, iteration, status, ...why })
  }

  return (event) => {
    switch (event.type) {
      case 'iteration-start':
        end('failed')
        iteration = event.iteration
        return
      case 'text-delta':
      case 'reasoning-delta': {
        open()
        const kind = event.type === 'text-delta' ? 'text' : 'reasoning'
        for (const listener of listeners) listener.delta({ ...turn, iteration, kind, text: event.text })
        return
      }
      case 'tool-call-delta':
        return open()
      case 'restart':
        return end('discarded')
      case 'iteration-end':
        reason = event.reason
        return
      case 'message-end': {
        const { message, isPartial = false } = event
        if (message.role !== 'assistant') return
        end(isPartial ? 'interrupted' : 'finished')
        if (!message.tool_calls?.length || !message.content?.trim()) return
        for (const listener of listeners) listener.interim({ ...turn, iteration, text: message.content })
        return
      }
      case 'turn-end':
        return end(endOf(event.outcome))
    }
  }
}

function endOf({ status }: TurnOutcome): EndStatus {
  return status === 'interrupted' ? 'interrupted' : 'failed'
}
