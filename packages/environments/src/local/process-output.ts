import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { OutputChunk } from '@hermes/core/environment'

/** How long the pipes must be silent after the exit of the shell before reading stops. */
const silenceMs = 250
/** Number of bytes that are still read after the exit of the shell. Exceeds the capacity of a pipe. */
const restBytes = 2 ** 20
/** Delay between reads of dropped output of a background process. */
const dropPauseMs = 50

/** Output pipe of a process. */
export interface Source {
  readonly stream: OutputChunk['stream']
  readonly readable: Readable
}

/**
 * Output of a process in the order in which it becomes readable, for one reader. Buffers only one chunk per pipe, so
 * that a slow reader slows the process down.
 *
 * A background process may keep the pipes open after the shell has exited. The output then ends after a short silence,
 * and later output is read slowly and dropped. This way, such a process neither blocks nor fails with a closed pipe,
 * and does not keep Node.js running.
 */
export class ProcessOutput implements AsyncIterable<OutputChunk> {
  /** Resolves when the output has been read or dropped, or the process exited without a reader. */
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

  /** Must be called when the shell has exited. Only the content of the pipes is then still read. */
  processEnded(): void {
    this.#processEnded = true
    if (this.#state !== 'reading') this.#letGo()
    if (this.#state === 'unread') this.#finish()
    this.#wake()
  }

  /** Closes the pipes and ends the output immediately. */
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

  /** Resolves to `false` when no more output is expected. */
  #more(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    // After a delay of this process, the timer fires before the pipes have been read, so reading gets one more turn.
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
