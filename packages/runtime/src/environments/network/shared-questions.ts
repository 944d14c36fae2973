/** Asks once for all callers with the same question at the same time, because programs open many connections to one host. */
export interface SharedQuestions<Answer> {
  /**
   * Asks a question, or joins one that is open.
   * @param signal The signal of this caller. The question is aborted when all of its callers have left.
   */
  ask(key: string, put: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

interface Asked<Answer> {
  readonly answer: Promise<Answer>
  readonly controller: AbortController
  readonly waiting: Set<AbortSignal>
}

export function createSharedQuestions<Answer>(): SharedQuestions<Answer> {
  const asked = new Map<string, Asked<Answer>>()

  function open(key: string, put: (signal: AbortSignal) => Promise<Answer>): Asked<Answer> {
    const controller = new AbortController()
    const answer = put(controller.signal).finally(() => asked.delete(key))
    const question = { answer, controller, waiting: new Set<AbortSignal>() }
    asked.set(key, question)
    return question
  }

  return {
    async ask(key, put, signal) {
      const { answer, controller, waiting } = asked.get(key) ?? open(key, put)
      waiting.add(signal)
      const leave = () => {
        waiting.delete(signal)
        if (waiting.size === 0) controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await answer
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}
