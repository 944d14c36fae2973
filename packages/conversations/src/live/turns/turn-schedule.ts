import { InterruptError } from '@hermes/core'
import { IdleCompression } from '../compression/idle-compression.js'
import type { ConversationHost } from '../conversation-host.js'
import { Slot } from '../input/slot.js'
import { endWhenCancelled, type OpenSubmission, refuse } from '../input/submission.js'
import { toError } from '../input/to-error.js'
import { type NextTurn, TurnRunner, type TurnRunnerOptions } from './turn-runner.js'

export interface TurnScheduleOptions extends Omit<TurnRunnerOptions, 'onEnd'> {
  readonly host: ConversationHost
  /** Whether another turn follows immediately. */
  readonly hasNext: () => boolean
  /** Called when {@link TurnSchedule.isBusy} or {@link TurnSchedule.isActive} may have changed. */
  readonly onChange: () => void
}

/** The turn that an ended process has left. */
export interface LeftTurn extends Pick<NextTurn, 'by' | 'submission'> {
  /** The id of its input. Default: unknown. */
  readonly inputId?: string | undefined
}

/**
 * Schedules what runs on a conversation, one at a time: its turns, the work between them, and its compression while it is
 * idle.
 */
export class TurnSchedule {
  readonly #options: TurnScheduleOptions
  readonly #compression: IdleCompression
  readonly turns: TurnRunner
  readonly slot = new Slot()
  /** Turns that wait for the slot. */
  readonly #beginning = new Set<AbortController>()
  readonly #finishing = new Map<string, OpenSubmission>()

  constructor(options: TurnScheduleOptions) {
    const { host, id, hasNext, onChange } = options
    this.#options = options
    this.#compression = new IdleCompression({
      id,
      compression: host.compression,
      betweenTurns: (work) => this.betweenTurns(work),
      onChange,
    })
    this.turns = new TurnRunner({
      ...options,
      onEnd: (ended) => {
        if (!host.conversations.isClosing && !this.isBusy && !hasNext()) this.#compression.begin(ended)
      },
    })
  }

  /** Whether anything runs or waits that a new turn would have to wait for. A compression makes way. */
  get isBusy(): boolean {
    return this.slot.count > (this.#compression.hasSlot ? 1 : 0)
  }

  /** Whether anything runs or waits. */
  get isActive(): boolean {
    return this.isBusy || this.#compression.isUnderWay
  }

  async runNow(next: NextTurn): Promise<void> {
    const stopped = new AbortController()
    this.#beginning.add(stopped)
    const free = await this.#takeSlot()
    this.#beginning.delete(stopped)
    const tellEnd = await this.turns.run({ ...next, stopped: stopped.signal })
    free()
    this.#options.onChange()
    tellEnd()
  }

  /** Ends turns of {@link TurnSchedule.runNow} that have not started yet. @returns whether there are any. */
  stopBeginning(reason: string | undefined): boolean {
    for (const stopped of this.#beginning) stopped.abort(new InterruptError(reason))
    return this.#beginning.size > 0
  }

  /** Returns the submission of {@link TurnSchedule.finishNow} with this id, until it has ended. */
  finishing(id: string): OpenSubmission | undefined {
    return this.#finishing.get(id)
  }

  /**
   * Continues the latest turn, if the store says that its process has left it and, if an input is given, that it is the
   * turn of that input.
   */
  async finishNow({ by, submission, inputId }: LeftTurn): Promise<void> {
    const { host, id, onChange } = this.#options
    // Another process may run turns until this one has the conversation, so the store is checked again then.
    const isWanted = () => host.isTurnLeft(id, inputId)
    const cancelled = endWhenCancelled(submission)
    this.#finishing.set(submission.id, submission)
    const free = await this.#takeSlot()
    let tellEnd = () => refuse(submission, 'nothing-to-continue')
    try {
      this.turns.canContinue = await host.isCutShort(id)
      if (await isWanted()) tellEnd = await this.#recover({ by, submission, isWanted }, cancelled)
    } catch (error) {
      tellEnd = () => submission.reject(toError(error))
    }
    this.#finishing.delete(submission.id)
    free()
    onChange()
    tellEnd()
  }

  async #recover(next: NextTurn, cancelled: AbortSignal): Promise<() => void> {
    const { host, id } = this.#options
    if (!(await host.recoveries.begin(id))) return () => refuse(next.submission, 'given-up')
    cancelled.throwIfAborted()
    const tellEnd = await this.turns.run(next)
    await host.recoveries.end(id)
    return tellEnd
  }

  /** Runs work between turns. @throws the reason of `signal` when it is aborted before the work starts. */
  async betweenTurns<Result>(
    work: () => Promise<Result>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Result> {
    const { host, id, onChange } = this.#options
    const free = await this.#takeSlot(signal)
    try {
      return await work()
    } finally {
      // The work may have taken back the turn to continue.
      if (this.turns.canContinue) this.turns.canContinue = await host.isCutShort(id)
      free()
      onChange()
    }
  }

  /** Called when a new turn is about to start. */
  makeWay(): void {
    this.#compression.makeWay()
  }

  async untilIdle(): Promise<void> {
    const free = await this.slot.take()
    free()
  }

  /** Ends the compression and waits for running work. */
  async drain(): Promise<void> {
    await this.#compression.stop()
    await this.untilIdle()
  }

  #takeSlot(signal?: AbortSignal): Promise<() => void> {
    const taken = this.slot.take(signal)
    this.#options.onChange()
    return taken
  }
}
