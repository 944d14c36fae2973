import type { ResultOf } from '@hermes/rpc/schemas'

/** A sentence to the person. */
export interface Note {
  readonly tone: 'info' | 'warning'
  readonly text: string
}

/** What is said at the start of a session. */
export type Greet = (
  session: Pick<ResultOf<'session.status'>, 'model' | 'workingDirectory' | 'isStored'>,
) => readonly Note[]

/** What is done once a session is open, while the person may type. Resolves to what is said then. */
export type AfterOpening = (
  session: Pick<ResultOf<'session.status'>, 'sessionId' | 'model'>,
) => Promise<readonly Note[]>
