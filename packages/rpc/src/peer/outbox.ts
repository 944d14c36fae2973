import { createTimeLimit } from '@hermes/safety'
import type { FrameChannel } from '../contracts/frame-channel.js'
import { RpcError } from '../contracts/rpc-error.js'

export interface OutboxOptions {
  readonly channel: FrameChannel
  /** Maximum number of characters waiting for a reader. A single frame may be larger. */
  readonly maxWaitingChars: number
  /** How long one frame may wait for the reader, in milliseconds. */
  readonly writeLimitMs: number
  /** Called once when the reader is gone or does not read. */
  readonly onFail: () => void
}

/** Writes frames in order, and gives up on a reader that does not read. */
export class Outbox {
  readonly #options: OutboxOptions
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #failure: RpcError | undefined
  /** Rejects the frame that is being written. */
  #giveUp: (error: RpcError) => void = () => undefined
  readonly #time = createTimeLimit(() => this.fail('The other side does not read.'))

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Resolves when the frame is written. @throws {RpcError} `closed`. */
  send(frame: string): Promise<void> {
    if (!this.#failure && this.#waiting > 0 && this.#waiting + frame.length > this.#options.maxWaitingChars) {
      this.fail('The other side does not read.')
    }
    if (this.#failure) return Promise.reject(this.#failure)
    this.#waiting += frame.length
    const written = this.#last.then(() => this.#write(frame))
    this.#last = written.catch(() => undefined)
    return written
  }

  /** Stops sending. */
  close(): void {
    this.#time[Symbol.dispose]()
  }

  fail(message: string): void {
    if (this.#failure) return
    this.#failure = new RpcError('closed', message)
    this.#time[Symbol.dispose]()
    this.#giveUp(this.#failure)
    this.#options.onFail()
  }

  async #write(frame: string): Promise<void> {
    try {
      if (this.#failure) throw this.#failure
      await this.#withinLimit(this.#options.channel.send(frame))
    } catch (error) {
      this.fail('The other side is gone.')
      throw error
    } finally {
      this.#waiting -= frame.length
    }
  }

  #withinLimit(sending: Promise<void>): Promise<void> {
    this.#time.begin(this.#options.writeLimitMs)
    return new Promise<void>((resolve, reject) => {
      this.#giveUp = reject
      // Immediately, because the other side may have read the frame, and may answer it or reuse its id.
      sending.then(
        () => {
          this.#time.end()
          resolve()
        },
        (error: unknown) => {
          this.#time.end()
          reject(error)
        },
      )
    })
  }
}
