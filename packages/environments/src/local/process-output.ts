import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { OutputChunk } from '@hermes/core/environment'

/** After the shell has ended, how long the pipes must be silent before they are left to whoever else holds them. */
const silenceMs = 250
/** After the shell has ended, at most this much more is read: more than a pipe holds. */
const restBytes = 2 ** 20
/** Between two reads of what a background process prints when nobody listens any more. */
const dropPauseMs = 50

/** One of the pipes that a process prints on. */
export interface Source {
  readonly stream: OutputChunk['stream']
  readonly readable: Readable
}

/**
 * What a process prints, in the order in which it becomes readable, for one reader. Nothing is taken from the pipes
 * ahead of the reader but one buffer each, so that a slow reader holds the process back.
 *
 * A background process may keep the pipes open after the shell has ended. The output then ends after a moment of
 * silence, and what comes later is read slowly and dropped: such a process neither blocks, nor dies of a closed pipe,
 * nor keeps Node.js running.
 */
export class ProcessOutput implements AsyncIterable<OutputChunk> {
  /** Resolves when the output was read to its end, or dropped, or the process ended and nobody had asked for it. */
  readonly done: Promise<void>
  readonly #open: Set<Source>
  readonly #ready = new Set<Source>()
  readonly #finish: () => void
  #wake: () => void = () => undefined
  #state: 'unread' | 'reading' | 'over' = 'unread'
  #processEnded = false
  #rest = restBytes

  constructor(sources: Iterable<Source>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.done = promise
    this.#finish = resolve
    this.#open = new Set(sources)
    for (const source of this.#open) this.#watch(source)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk> {
    if (this.#state !== 'unread') return
    this.#state = 'reading'
    try {
      while (this.#open.size > 0 && this.#rest > 0) {
        const chunk = this.#take()
        if (chunk) yield chunk
        else if (this.#open.size > 0 && !(await this.#more())) return
      }
    } finally {
      this.#drop()
    }
  }

  /** The shell has ended: what is still to come is what the pipes hold. */
  processEnded(): void {
    this.#processEnded = true
    if (this.#state !== 'reading') this.#letGo()
    if (this.#state === 'unread') this.#finish()
    this.#wake()
  }

  /** Closes the pipes and ends the output at once. */
  close(): void {
    for (const { readable } of this.#open) readable.destroy()
    this.#open.clear()
    this.#finish()
    this.#wake()
  }

  #watch(source: Source): void {
    const { readable } = source
    readable.on('readable', () => {
      this.#ready.add(source)
      this.#wake()
    })
    const closed = () => {
      this.#open.delete(source)
      this.#wake()
    }
    readable.on('end', closed).on('error', closed).on('close', closed)
  }

  #take(): OutputChunk | undefined {
    for (const source of this.#ready) {
      const data: Uint8Array | null = source.readable.read()
      if (data) {
        if (this.#processEnded) this.#rest -= data.length
        return { stream: source.stream, data }
      }
      this.#ready.delete(source)
    }
    return undefined
  }

  /** `false` when there is nothing more to wait for. */
  #more(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    // A process that was held up itself finds the time over before it has looked at the pipes: that comes first.
    const giveUp = () => void setImmediate(resolve, false)
    const silence = this.#processEnded ? setTimeout(giveUp, silenceMs) : undefined
    this.#wake = () => {
      clearTimeout(silence)
      resolve(true)
    }
    return promise
  }

  #drop(): void {
    this.#state = 'over'
    for (const { readable } of this.#open) {
      readable.removeAllListeners('readable')
      readable.on('data', () => {
        if (!this.#processEnded) return
        readable.pause()
        setTimeout(() => readable.resume(), dropPauseMs).unref()
      })
      readable.resume()
    }
    if (this.#processEnded) this.#letGo()
    this.#finish()
  }

  #letGo(): void {
    for (const { readable } of this.#open) if (readable instanceof Socket) readable.unref()
  }
}
