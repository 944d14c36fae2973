import type { Agent, Run, Session, SessionId } from '@hermes/core'

/** The turns that run now, so that something can be said to their models. */
export interface RunningTurns {
  /** The agent, with an eye on what it runs. */
  watch(agent: Agent): Agent
  isRunning(sessionId: SessionId): boolean
  /** Hears of each session whose last turn has ended. */
  onIdle(listener: (sessionId: SessionId) => void): void
  /** `false`: no turn of the session runs. `onUndelivered`: the turn has ended without the model having read it. */
  steer(sessionId: SessionId, text: string, onUndelivered: () => void): boolean
}

export function createRunningTurns(): RunningTurns {
  const turns = new Map<SessionId, Set<Run>>()
  const listeners: ((sessionId: SessionId) => void)[] = []

  function track(run: Run): Run {
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

  const trackSession = (session: Session): Session => ({
    id: session.id,
    run: (input, options) => track(session.run(input, options)),
    queue: (input) => track(session.queue(input)),
    resume: (options) => track(session.resume(options)),
    compress: (options) => session.compress(options),
    context: () => session.context(),
    end: (reason) => session.end(reason),
  })

  return {
    watch: (agent) => ({
      run: (input, options) => track(agent.run(input, options)),
      chat: (input, options) => agent.chat(input, options),
      resume: (sessionId, options) => track(agent.resume(sessionId, options)),
      compress: (sessionId, options) => agent.compress(sessionId, options),
      context: (sessionId) => agent.context(sessionId),
      session: (id) => trackSession(agent.session(id)),
    }),
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
