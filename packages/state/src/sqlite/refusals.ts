import { type SessionId, StoreError } from '@hermes/core'

/* Errors with the same messages for every database. */

export function unknownSession(id: SessionId): StoreError {
  return new StoreError('not-found', `There is no session ${id}.`)
}

export function alreadySplit(id: SessionId): StoreError {
  return new StoreError('conflict', `Session ${id} was split already: go on in its continuation.`)
}

/** Values that another session may already have. */
export interface SessionClaim {
  readonly id: SessionId
  readonly title?: string | null
  readonly parentSessionId?: SessionId
}

export function refusedSession(
  { id, title, parentSessionId }: SessionClaim,
  refused: 'id' | 'title' | 'parent',
  cause: unknown,
): StoreError {
  switch (refused) {
    case 'id':
      return new StoreError('conflict', `There is a session ${id} already: choose another id.`, { cause })
    case 'title':
      return new StoreError('conflict', `Another session has the title "${title}": choose another title.`, { cause })
    case 'parent':
      return new StoreError('not-found', `There is no session ${parentSessionId} to be the parent of ${id}.`, { cause })
  }
}

export function unknownQuestion(id: string): StoreError {
  return new StoreError('not-found', `There is no question ${id}.`)
}

export function refusedQuestion(
  { id, sessionId }: { readonly id: string; readonly sessionId: SessionId },
  refused: 'id' | 'session',
  cause: unknown,
): StoreError {
  return refused === 'id'
    ? new StoreError('conflict', `There is a question ${id} already: choose another id.`, { cause })
    : new StoreError('not-found', `There is no session ${sessionId} that could ask.`, { cause })
}

export function refusedValue(sessionId: SessionId | undefined, cause: unknown): StoreError {
  return new StoreError('not-found', `There is no session ${sessionId} that could have a value.`, { cause })
}
