import type { Agent, Run, Session, SessionId } from '@hermes/core'

/** Tracks the running turns, so that messages can be sent to their models. */
export interface RunningTurns {
  /**
   * Wraps an agent to track its runs.
   * @param onRun Called with each started run.
   */
  watch(agent: Agent, onRun?: (run: Run) => void): Agent
  isRunning(sessionId: SessionId): boolean
  /** Called when the last running turn of a session has ended. */
  onIdle(listener: (sessionId: SessionId) => void): void
  /**
   * Sends a text to the running turn; returns `false` if no turn of the session is running. `onUndelivered` is called if the turn ends
   * before the model has read the text.
   */
  steer(sessionId: SessionId, text: string, onUndelivered: () => void): boolean
}

export function createRunningTurns(): RunningTurns {
  const turns = new Map<SessionId, Set<Run>>()
  const listeners: ((sessionId: SessionId) => void)[] = []

  function track(run: Run, onRun?: (run: Run) => void): Run {
    onRun?.(run)
    const { sessionId } = run
    const own = turns.get(sessionId) ?? new Set()
    turns.set(sessionId, own.add(run))
    void run.result.then(() => {
      own.delete(run)
      if (own.size > 0) return
      turns.delete(sessionId)
      for (const listener of listeners) listener(sessionId)
    })
    return run
  }

  return {
    watch(agent, onRun) {
      const watched = (run: Run) => track(run, onRun)
      const watchSession = (session: Session): Session => ({
        id: session.id,
        run: (input, options) => watched(session.run(input, options)),
        queue: (input) => watched(session.queue(input)),
        resume: (options) => watched(session.resume(options)),
        compress: (options) => session.compress(options),
        context: () => session.context(),
        end: (reason) => session.end(reason),
      })
      return {
        run: (input, options) => watched(agent.run(input, options)),
        chat: (input, options) => agent.chat(input, options),
        resume: (sessionId, options) => watched(agent.resume(sessionId, options)),
        compress: (sessionId, options) => agent.compress(sessionId, options),
        context: (sessionId) => agent.context(sessionId),
        session: (id) => watchSession(agent.session(id)),
      }
    },
    isRunning: (sessionId) => turns.has(sessionId),
    onIdle: (listener) => void listeners.push(listener),
    steer(sessionId, text, onUndelivered) {
      // The oldest turn is running; the others wait for it.
      const [run] = turns.get(sessionId) ?? []
      if (!run?.steer(text)) return false
      void run.result.then(({ undeliveredSteer }) => {
        if (undeliveredSteer?.includes(text)) onUndelivered()
      })
      return true
    },
  }
}
