import { InterruptError, type Run, type RunContext, type SessionId, type Usage } from '@hermes/core'
import { PauseGate } from './pause-gate.js'

/** Progress of a child. */
export interface ChildProgress {
  /** Current activity: the running tool, or `thinking`. */
  readonly doing: string
  /** Number of model calls. */
  readonly iterations: number
  readonly toolCalls: number
  readonly usage: Usage
}

/** Child that has not ended. */
export interface RunningChild extends ChildProgress {
  /** Session of the child. */
  readonly id: SessionId
  /** Session of the run that started the child. */
  readonly parentId: SessionId
  /** Nesting depth: 1 for children of a user's run. */
  readonly depth: number
  /** Task of the child, on one line. */
  readonly goal: string
  readonly startedAtMs: number
  /**
   * `waiting`: the child waits for another child to end. `paused`: it takes no further step until a person resumes it,
   * but finishes a running model call or tool. `stopping`: it was interrupted and has not ended yet.
   */
  readonly state: 'waiting' | 'running' | 'paused' | 'stopping'
}

/** Child that is starting. */
export interface StartingChild extends Pick<RunningChild, 'id' | 'goal'> {
  /** Progress of the child, always up to date. */
  readonly progress: ChildProgress
  /** Run that starts the child. */
  readonly parent: Pick<RunContext, 'sessionId' | 'rootSessionId' | 'depth'>
}

/** Tracks one child from its call to its end. */
export interface TrackedChild extends Disposable {
  /** Aborted with the parent, and when a person stops the child. */
  readonly signal: AbortSignal
  /** Returns whether the child or one of its descendants waits for a person to resume it. */
  isHeld(): boolean
  /** See {@link RunContext.untilResumed}. */
  untilResumed(signal: AbortSignal): Promise<void>
  /** Sets the current run of the child, which receives text from people. */
  follow(run: Run): void
}

/** Text for the parent's model about a child that a person stopped. */
const stoppedByPerson = 'A person stopped it. Do not start this task again unless you are asked to.'

/** Running children of any number of conversations, which people can watch, steer, pause and stop. */
export class RunningChildren {
  readonly #now: () => number
  readonly #entries = new Map<SessionId, Entry>()

  /** @param now Clock for {@link RunningChild.startedAtMs}. Default: `Date.now`. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Returns the children of a conversation at all depths, in order of their start. `conversation` is the outermost session. */
  of(conversation: SessionId): readonly RunningChild[] {
    return [...this.#entries.values()].filter(({ child }) => child.parent.rootSessionId === conversation).map(toRunning)
  }

  /**
   * Sends text to the model of a child. The model reads it with its next tool results, or after its answer.
   *
   * @returns `false` when the conversation has no such child; the text is then dropped.
   */
  steer(conversation: SessionId, id: SessionId, text: string): boolean {
    const entry = this.#find(conversation, id)
    if (!entry || entry.stop.signal.aborted) return false
    if (entry.run) return entry.run.steer(text)
    entry.early.push(text)
    return true
  }

  /**
   * Interrupts a child and its children. The parent continues, and reads that a person stopped the child.
   *
   * @returns `false` when the conversation has no such child.
   */
  interrupt(conversation: SessionId, id: SessionId): boolean {
    const entry = this.#find(conversation, id)
    entry?.stop.abort(new InterruptError(stoppedByPerson))
    return entry !== undefined
  }

  /**
   * Pauses a child and its children. They finish their running steps and take no further ones until {@link resume}.
   * They can still be steered and interrupted.
   *
   * @returns `false` when the conversation has no such child, or it was interrupted.
   */
  pause(conversation: SessionId, id: SessionId): boolean {
    return this.#turn(conversation, id, (gate) => gate.pause())
  }

  /**
   * Resumes a paused child and its children. Has no effect on a child that is not paused.
   *
   * @returns `false` when the conversation has no such child, or it was interrupted.
   */
  resume(conversation: SessionId, id: SessionId): boolean {
    return this.#turn(conversation, id, (gate) => gate.resume())
  }

  /** Tracks a child. Must be called when it starts; disposing the result removes the child. */
  track(child: StartingChild, signal: AbortSignal): TrackedChild {
    const { id } = child
    const gate = new PauseGate()
    if (this.#entries.get(child.parent.sessionId)?.gate.isPaused) gate.pause()
    const entry: Entry = { child, startedAtMs: this.#now(), stop: new AbortController(), gate, early: [] }
    this.#entries.set(id, entry)
    return {
      signal: AbortSignal.any([signal, entry.stop.signal]),
      isHeld: () => this.#within(id).some((entry) => entry.gate.isHolding),
      untilResumed: (own) => gate.untilResumed(own),
      follow(run) {
        entry.run = run
        for (const text of entry.early.splice(0)) run.steer(text)
      },
      [Symbol.dispose]: () => void this.#entries.delete(id),
    }
  }

  #turn(conversation: SessionId, id: SessionId, act: (gate: PauseGate) => void): boolean {
    const entry = this.#find(conversation, id)
    if (!entry || entry.stop.signal.aborted) return false
    for (const { gate } of this.#within(id)) act(gate)
    return true
  }

  /** Returns a child and its children at all depths. */
  #within(id: SessionId): readonly Entry[] {
    return [...this.#entries.values()].filter((entry) => {
      let at: Entry | undefined = entry
      while (at && at.child.id !== id) at = this.#entries.get(at.child.parent.sessionId)
      return at !== undefined
    })
  }

  #find(conversation: SessionId, id: SessionId): Entry | undefined {
    const entry = this.#entries.get(id)
    return entry?.child.parent.rootSessionId === conversation ? entry : undefined
  }
}

interface Entry {
  readonly child: StartingChild
  readonly startedAtMs: number
  readonly stop: AbortController
  readonly gate: PauseGate
  /** Texts for a child that has no run yet. */
  readonly early: string[]
  run?: Run
}

function toRunning({ child, startedAtMs, stop, gate, run }: Entry): RunningChild {
  const { id, goal, parent, progress } = child
  const { doing, iterations, toolCalls, usage } = progress
  const state = stop.signal.aborted ? 'stopping' : gate.isPaused ? 'paused' : run ? 'running' : 'waiting'
  const place = { parentId: parent.sessionId, depth: parent.depth + 1 }
  return { id, ...place, goal, startedAtMs, state, doing, iterations, toolCalls, usage }
}
