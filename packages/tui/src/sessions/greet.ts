import type { ResultOf } from '@hermes/rpc/schemas'

/** A sentence for the person. */
export interface Note {
  readonly tone: 'info' | 'warning'
  readonly text: string
}

/** Returns the notes at the start of a session. */
export type Greet = (
  session: Pick<ResultOf<'session.status'>, 'model' | 'workingDirectory' | 'isStored'>,
) => readonly Note[]

/** Called once a session is open, while the person may already type. Resolves to further notes. */
export type AfterOpening = (
  session: Pick<ResultOf<'session.status'>, 'sessionId' | 'model'>,
) => Promise<readonly Note[]>
