import type { Conversations, Sender } from '@hermes/conversations'
import type { SessionProcesses, WakeAnswer } from '@hermes/runtime'

export interface TakeWakesOptions {
  readonly processes: Pick<SessionProcesses, 'onWake'>
  readonly conversations: Pick<Conversations, 'live' | 'isClosing'>
  /** Whose conversations they are: the person reads the answers. */
  readonly sender: Sender
  /** Whether a turn may begin now: a person is not being asked anything. Default: always. */
  readonly isFree?: () => boolean
}

/**
 * Lets background processes begin turns in the conversations that somebody has on the screen. One that nobody has there, or with a turn under way, is
 * left alone.
 */
export function takeWakes({ processes, conversations, sender, isFree = () => true }: TakeWakesOptions): void {
  processes.onWake(async ({ sessionId, content }): Promise<WakeAnswer> => {
    if (conversations.isClosing) return 'none'
    const shown = conversations.live.find(({ id }) => id === sessionId)
    if (!shown) return 'none'
    if (!isFree()) return 'busy'
    const accepted = await shown.submit({ content, as: 'message', whenBusy: 'refuse' }, sender).accepted
    return accepted.as === 'refused' && accepted.reason === 'busy' ? 'busy' : 'taken'
  })
}
