import type { SessionId } from '@hermes/core'

/** Limits how many children of a session run concurrently, first come, first served. */
export class ChildSlots {
  readonly #width: number
  readonly #lines = new Map<SessionId, Line>()

  constructor(width: number) {
    this.#width = width
  }

  /** Runs work in a slot. Rejects with the reason of `signal` when it is aborted while waiting. */
  async run<Result>(sessionId: SessionId, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(sessionId) ?? { running: 0, waiting: [] }
    this.#lines.set(sessionId, line)
    if (line.running < this.#width) line.running += 1
    else await placeIn(line, signal)
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) this.#lines.delete(sessionId)
    }
  }
}

interface Line {
  running: number
  /** Waiting children. Each takes over the slot of a child that has ended. */
  readonly waiting: (() => void)[]
}

function placeIn({ waiting }: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(signal.reason)
    }
    if (signal.aborted) return reject(signal.reason)
    waiting.push(take)
    signal.addEventListener('abort', leave, { once: true })
  })
}
