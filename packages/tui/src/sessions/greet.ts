import type { ResultOf } from '@hermes/rpc/schemas'

/** What is said at the start of a session. */
export type Greet = (
  session: Pick<ResultOf<'session.status'>, 'model' | 'workingDirectory' | 'isStored'>,
) => readonly { readonly tone: 'info' | 'warning'; readonly text: string }[]
