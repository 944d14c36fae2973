import type { Agent, Run, Session, SessionId } from '@hermes/core'

/** The turns that run now, so that something can be said to their models. */
export interface RunningTurns {
  /**
   * The agent, with an eye on what it runs.
   * @param onRun Hears of each run that begins.
   */
  watch(agent: Agent, onRun?: (run: Run) => void): Agent
  isRunning(sessionId: SessionId): boolean
  /** Hears of each session whose last turn has ended. */
  onIdle(listener: (sessionId: SessionId) => void): void
  /** `false`: no turn of the session runs. `onUndelivered`: the turn has ended without the model having read it. */
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
      // The oldest is the one that works; the others wait for it.
      const [run] = turns.get(sessionId) ?? []
      if (!run?.steer(text)) return false
      void run.result.then(({ undeliveredSteer }) => {
        if (undeliveredSteer?.includes(text)) onUndelivered()
      })
      return true
    },
  }
}
