import type { SessionId } from '@hermes/core'

type LineListener = (line: string, sessionId: SessionId) => void

/** Carries what features say about a session to whoever has its conversation: features are opened before conversations. */
export interface SessionLines {
  /** A line about no session is not shown: a gateway has no screen of its own. */
  readonly tell: (line: string, sessionId?: SessionId) => void
  onLine(listener: LineListener): void
}

export function createSessionLines(): SessionLines {
  const listeners = new Set<LineListener>()
  return {
    tell(line, sessionId) {
      if (sessionId !== undefined) for (const listener of listeners) listener(line, sessionId)
    },
    onLine: (listener) => void listeners.add(listener),
  }
}
