import type { PayloadOf } from '@hermes/rpc/schemas'

/** Draws a person's attention to a terminal that is not in front, by its title, its bell or a notification. */
export interface Attention {
  /** Sets the title of the current session. Called for each drawing. */
  titled(title: string | undefined): void
  /** Called when a turn has ended, even in a session that is not shown. */
  turnEnded(status: PayloadOf<'message.complete'>['status'], tookMs: number): void
  /** Called when a person is asked. */
  asked(): void
}
