import type { SessionId } from '@hermes/core'

type LineListener = (line: string, sessionId: SessionId) => void

/** Carries the lines that features report about a session to the owner of its conversation, because features are opened before conversations. */
export interface SessionLines {
  /** Shows a line. A line about no session is not shown, because a gateway has no screen. */
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
