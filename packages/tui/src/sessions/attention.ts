import type { PayloadOf } from '@hermes/rpc/schemas'

/** What is told outside of the rows of the terminal. */
export interface Attention {
  /** The title of the session that is shown. Called for each drawing. */
  titled(title: string | undefined): void
  /** A turn has ended, also in a session that is not shown. */
  turnEnded(status: PayloadOf<'message.complete'>['status'], tookMs: number): void
  /** A person is asked. */
  asked(): void
}
