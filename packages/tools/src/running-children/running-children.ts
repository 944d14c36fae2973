import { InterruptError, type Run, type RunContext, type SessionId, type Usage } from '@hermes/core'
import { PauseGate } from './pause-gate.js'

/** What a child has done so far. */
export interface ChildProgress {
  /** The running tool, or `thinking`. */
  readonly doing: string
  /** The number of model calls. */
  readonly iterations: number
  readonly toolCalls: number
  readonly usage: Usage
}

/** A child that has not ended. */
export interface RunningChild extends ChildProgress {
  /** Its session. */
  readonly id: SessionId
  /** The session of the run that started it. */
  readonly parentId: SessionId
  /** 1 for children of a user's run. */
  readonly depth: number
  /** Its task, on one line. */
  readonly goal: string
  readonly startedAtMs: number
  /**
   * `waiting`: for the end of another child. `paused`: it takes no further step until a person resumes it; a model call or a
   * tool that runs is finished. `stopping`: it was interrupted and has not ended yet.
   */
  readonly state: 'waiting' | 'running' | 'paused' | 'stopping'
}

/** A child that starts. */
export interface StartingChild extends Pick<RunningChild, 'id' | 'goal'> {
  /** Current whenever it is read. */
  readonly progress: ChildProgress
  /** The run that starts it. */
  readonly parent: Pick<RunContext, 'sessionId' | 'rootSessionId' | 'depth'>
}

/** Tracks one child from its call to its end. */
export interface TrackedChild extends Disposable {
  /** Aborted with the parent, and when a person stops the child. */
  readonly signal: AbortSignal
  /** Whether it, or a child of its own, waits for a person to resume it. */
  isHeld(): boolean
  /** See {@link RunContext.untilResumed}. */
  untilResumed(signal: AbortSignal): Promise<void>
  /** Its current run, for texts of people. */
  follow(run: Run): void
}

/** What the parent's model reads about a child that a person stopped. */
const stoppedByPerson = 'A person stopped it. Do not start this task again unless you are asked to.'

/** The running children of any number of conversations, for people to watch, steer, pause and stop. */
export class RunningChildren {
  readonly #now: () => number
  readonly #entries = new Map<SessionId, Entry>()

  /** @param now The clock of {@link RunningChild.startedAtMs}. Default `Date.now`. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The children of a conversation at all depths, in order of their start. `conversation`: the outermost session. */
  of(conversation: SessionId): readonly RunningChild[] {
    return [...this.#entries.values()].filter(({ child }) => child.parent.rootSessionId === conversation).map(toRunning)
  }

  /**
   * Sends text to the model of a child. It reads the text with its next tool results, or after its answer.
   * @returns `false`, and the text is dropped, when the conversation has no such child.
   */
  steer(conversation: SessionId, id: SessionId, text: string): boolean {
    const entry = this.#find(conversation, id)
    if (!entry || entry.stop.signal.aborted) return false
    if (entry.run) return entry.run.steer(text)
    entry.early.push(text)
    return true
  }

  /**
   * Interrupts a child and its children. Its parent continues, and reads that a person stopped it.
   * @returns `false` when the conversation has no such child.
   */
  interrupt(conversation: SessionId, id: SessionId): boolean {
    const entry = this.#find(conversation, id)
    entry?.stop.abort(new InterruptError(stoppedByPerson))
    return entry !== undefined
  }

  /**
   * Lets a child and its children finish what they do, and take no further step until {@link resume}. They can be steered and
   * interrupted meanwhile.
   * @returns `false` when the conversation has no such child, or it was interrupted.
   */
  pause(conversation: SessionId, id: SessionId): boolean {
    return this.#turn(conversation, id, (gate) => gate.pause())
  }

  /**
   * Lets a paused child and its children go on. Nothing changes for one that is not paused.
   * @returns `false` when the conversation has no such child, or it was interrupted.
   */
  resume(conversation: SessionId, id: SessionId): boolean {
    return this.#turn(conversation, id, (gate) => gate.resume())
  }

  /** Called at the start of a child. Disposing the result ends its entry. */
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

  /** A child and its children at all depths. */
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
  /** Texts for a child without a run. */
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
