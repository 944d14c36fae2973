import type { PayloadOf } from '@hermes/rpc/schemas'

/** How a person notices the terminal while it is not in front: its title, its bell, a notification. */
export interface Attention {
  /** The title of the session that is shown. Called for each drawing. */
  titled(title: string | undefined): void
  /** A turn has ended, also in a session that is not shown. */
  turnEnded(status: PayloadOf<'message.complete'>['status'], tookMs: number): void
  /** A person is asked. */
  asked(): void
}
