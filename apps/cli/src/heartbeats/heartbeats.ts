import type { Conversation } from '@hermes/conversations'
import type { CommandContext } from '@hermes/conversations/commands'
import type { StartTimer } from '@hermes/core/questions'
import type { Heartbeat } from '@hermes/runtime'

/** Prompts that come again and again in the conversations of this process, at most one in each. They end with the process. */
export interface Heartbeats {
  of(conversation: Conversation): Heartbeat | undefined
  /** In place of the one before. */
  begin(heartbeat: Heartbeat, context: HeartbeatContext): void
  /** @returns whether there was one. */
  end(conversation: Conversation): boolean
}

/** Where it comes, and for whom. */
export type HeartbeatContext = Pick<CommandContext, 'conversation' | 'conversations' | 'person' | 'surface'>

export interface HeartbeatsOptions {
  /** Called when one could not be stored. It comes again at its next time. */
  readonly onError: (error: unknown) => void
  /** Default: a timer of the system, which keeps no process alive. */
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
        // Nobody has it on their screen any more.
        if (conversations.isClosing || !conversations.live.includes(conversation)) return void end(conversation)
        conversation.submit({ content, as: 'message', whenBusy: 'refuse' }, { person, surface }).accepted.catch(onError)
        beats.stop = wait()
      }
    },
  }
}

/** The longest delay of a timer. */
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
