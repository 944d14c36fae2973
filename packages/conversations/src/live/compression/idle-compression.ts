import { type Agent, InterruptError, type SessionId } from '@hermes/core'
import type { BackgroundCompression, Compressible } from './background-compression.js'

export interface IdleCompressionOptions {
  readonly id: SessionId
  readonly compression: BackgroundCompression | undefined
  /** Blocks turns during the work. */
  readonly betweenTurns: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly onChange: () => void
}

/** A turn of the conversation's own agent, after it was stored. */
export interface EndedTurn extends Pick<Compressible, 'messageCount' | 'callTokens'> {
  readonly agent: Agent
}

interface UnderWay {
  readonly controller: AbortController
  hasSlot: boolean
  ended?: Promise<void>
}

/** Compresses one conversation while no turn runs. */
export class IdleCompression {
  readonly #options: IdleCompressionOptions
  #underWay: UnderWay | undefined

  constructor(options: IdleCompressionOptions) {
    this.#options = options
  }

  get isUnderWay(): boolean {
    return this.#underWay !== undefined
  }

  /** Whether the compression holds the slot that turns wait for. */
  get hasSlot(): boolean {
    return this.#underWay?.hasSlot === true
  }

  begin({ agent, messageCount, callTokens }: EndedTurn): void {
    const { id, compression, betweenTurns, onChange } = this.#options
    if (!compression || this.#underWay) return
    const underWay: UnderWay = { controller: new AbortController(), hasSlot: false }
    this.#underWay = underWay
    onChange()
    const alone = <Result>(work: () => Promise<Result>) => {
      underWay.hasSlot = true
      return betweenTurns(work).finally(() => {
        underWay.hasSlot = false
      })
    }
    underWay.ended = compression
      .consider({ id, agent, messageCount, callTokens, alone }, underWay.controller.signal)
      .finally(() => {
        this.#underWay = undefined
        onChange()
      })
  }

  /** Lets a new turn wait briefly for the compression. */
  makeWay(): void {
    const { controller, ended } = this.#underWay ?? {}
    if (!controller || !ended) return
    const giveUp = () => controller.abort(new InterruptError('The next turn starts.'))
    const timer = setTimeout(giveUp, this.#options.compression?.holdMs ?? 0)
    void ended.finally(() => clearTimeout(timer))
  }

  async stop(): Promise<void> {
    this.#underWay?.controller.abort(new InterruptError('The process is stopping.'))
    await this.#underWay?.ended
  }
}
