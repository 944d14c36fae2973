import type { Conversation } from '@hermes/conversations'
import type { CommandContext } from '@hermes/conversations/commands'
import type { StartTimer } from '@hermes/core/questions'
import type { Heartbeat } from '@hermes/runtime'

/** Prompts that are submitted repeatedly in the conversations of this process, at most one in each. They end with the process. */
export interface Heartbeats {
  of(conversation: Conversation): Heartbeat | undefined
  /** Starts a heartbeat in place of the previous one. */
  begin(heartbeat: Heartbeat, context: HeartbeatContext): void
  /** Ends a heartbeat. @returns whether there was one. */
  end(conversation: Conversation): boolean
}

/** Conversation of a heartbeat, and the user who set it. */
export type HeartbeatContext = Pick<CommandContext, 'conversation' | 'conversations' | 'person' | 'surface'>

export interface HeartbeatsOptions {
  /** Called when a prompt could not be stored. It is submitted again at its next time. */
  readonly onError: (error: unknown) => void
  /** Starts a timer. Default: a system timer, which does not keep the process alive. */
  readonly startTimer?: StartTimer
}

interface Beating {
  readonly heartbeat: Heartbeat
  stop: () => void
}

export function createHeartbeats({ onError, startTimer = systemTimer }: HeartbeatsOptions): Heartbeats {
  const beating = new Map<string, Beating>()

  function end({ id }: Conversation): boolean {
    beating.get(id)?.stop()
    return beating.delete(id)
  }

  return {
    of: ({ id }) => beating.get(id)?.heartbeat,
    end,
    begin(heartbeat, { conversation, conversations, person, surface }) {
      end(conversation)
      const { schedule, everyMs, prompt } = heartbeat
      const content = `[Heartbeat, ${schedule}: no one has written this now.]\n\n${prompt}`
      const wait = () => startTimer(beat, everyMs)
      const beats: Beating = { heartbeat, stop: wait() }
      beating.set(conversation.id, beats)

      function beat(): void {
        // The conversation is no longer on a screen.
        if (conversations.isClosing || !conversations.live.includes(conversation)) return void end(conversation)
        conversation.submit({ content, as: 'message', whenBusy: 'refuse' }, { person, surface }).accepted.catch(onError)
        beats.stop = wait()
      }
    },
  }
}

/** Longest delay of a timer, in milliseconds. */
const longestMs = 2 ** 31 - 1

const systemTimer: StartTimer = (callback, delayMs) => {
  const rest = delayMs - longestMs
  let stop: (() => void) | undefined
  const timer = setTimeout(
    () => {
      if (rest > 0) stop = systemTimer(callback, rest)
      else callback()
    },
    Math.min(delayMs, longestMs),
  )
  timer.unref()
  return () => {
    clearTimeout(timer)
    stop?.()
  }
}
