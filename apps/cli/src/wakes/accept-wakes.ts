import type { Conversations, Sender } from '@hermes/conversations'
import type { SessionProcesses, WakeAnswer } from '@hermes/runtime'

export interface AcceptWakesOptions {
  readonly processes: Pick<SessionProcesses, 'onWake'>
  readonly conversations: Pick<Conversations, 'live' | 'isClosing'>
  /** Owner of the conversations, who reads the answers. */
  readonly sender: Sender
  /** Whether a turn may start now, because the user is not being asked anything. Default: always. */
  readonly isFree?: () => boolean
}

/**
 * Allows background processes to start turns in the conversations on a screen. A conversation that is not on a screen, or has a running turn,
 * is left alone.
 */
export function acceptWakes({ processes, conversations, sender, isFree = () => true }: AcceptWakesOptions): void {
  processes.onWake(async ({ sessionId, content }): Promise<WakeAnswer> => {
    if (conversations.isClosing) return 'none'
    const shown = conversations.live.find(({ id }) => id === sessionId)
    if (!shown) return 'none'
    if (!isFree()) return 'busy'
    const accepted = await shown.submit({ content, as: 'message', whenBusy: 'refuse' }, sender).accepted
    return accepted.as === 'refused' && accepted.reason === 'busy' ? 'busy' : 'taken'
  })
}
