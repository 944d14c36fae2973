import { Transform, type TransformCallback } from 'node:stream'

/** Line of the wrapper within the output: `<mark> start 4711`. */
export interface Mark {
  readonly word: string
  readonly argument: string
}

/** Delay between reads after the end. Output of background processes is read slowly and dropped, so that they do not block. */
const dropPauseMs = 50
/** Number of bytes before the first mark that are kept to explain a failure. */
const noiseBytes = 8_192

/**
 * Extracts the output of a command from the output of the connection. It starts at the first mark, after any output of
 * a login shell, and ends at the second mark, even when other processes keep the pipe open.
 */
export class MarkedStream extends Transform {
  /** Rejects with the printed text when the stream ends without a start mark. */
  readonly started: Promise<Mark>
  /** Resolves to the end mark, or `undefined` when the stream was interrupted. */
  readonly ended: Promise<Mark | undefined>
  readonly #mark: Buffer
  readonly #interruptionMessage: string
  readonly #start: PromiseWithResolvers<Mark>
  readonly #end: PromiseWithResolvers<Mark | undefined>
  #state: 'before' | 'inside' | 'after' = 'before'
  #held: Buffer = Buffer.alloc(0)

  /**
   * @param mark Prefix of the wrapper's lines. Unknown to the command.
   * @param interruptionMessage Text that is added when the output ends without its last mark.
   */
  constructor(mark: string, interruptionMessage: string) {
    super({ highWaterMark: 2 ** 16 })
    this.#mark = Buffer.from(mark)
    this.#interruptionMessage = interruptionMessage
    this.#start = Promise.withResolvers()
    this.#end = Promise.withResolvers()
    this.started = this.#start.promise
    this.ended = this.#end.promise
    // Prevents an unhandled rejection when `started` is not awaited.
    this.started.catch(() => undefined)
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#state === 'after') {
      setTimeout(done, dropPauseMs).unref()
      return
    }
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
    this.#scan()
    done()
  }

  override _flush(done: TransformCallback): void {
    if (this.#state === 'inside') {
      if (this.#held.length > 0) this.push(this.#held)
      if (this.#interruptionMessage) this.push(this.#interruptionMessage)
    }
    this.#breakOff()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#breakOff()
    done(error)
  }

  #breakOff(): void {
    if (this.#state === 'before') this.#start.reject(new Error(this.#held.toString().trim()))
    this.#end.resolve(undefined)
  }

  #scan(): void {
    if (this.#state === 'before') this.#scanBefore()
    if (this.#state === 'inside') this.#scanInside()
  }

  #scanBefore(): void {
    const found = this.#find()
    if (found) {
      this.#held = found.rest
      this.#state = 'inside'
      this.#start.resolve(found.mark)
    } else if (this.#held.indexOf(this.#mark) === -1) {
      this.#held = this.#held.subarray(-noiseBytes)
    }
  }

  #scanInside(): void {
    const found = this.#find()
    if (found) {
      if (found.before.length > 0) this.push(found.before)
      this.push(null)
      this.#held = Buffer.alloc(0)
      this.#state = 'after'
      this.#end.resolve(found.mark)
      return
    }
    const keep = this.#held.indexOf(this.#mark)
    const cut = keep === -1 ? this.#held.length - beginningAtEnd(this.#held, this.#mark) : keep
    if (cut > 0) this.push(this.#held.subarray(0, cut))
    this.#held = this.#held.subarray(cut)
  }

  #find(): { readonly before: Buffer; readonly mark: Mark; readonly rest: Buffer } | undefined {
    const begin = this.#held.indexOf(this.#mark)
    const end = begin === -1 ? -1 : this.#held.indexOf('\n', begin)
    if (end === -1) return undefined
    const text = this.#held
      .subarray(begin + this.#mark.length, end)
      .toString()
      .trim()
    const [word = ''] = text.split(' ', 1)
    const mark = { word, argument: text.slice(word.length + 1) }
    return { before: this.#held.subarray(0, begin), mark, rest: this.#held.subarray(end + 1) }
  }
}

/** Returns the number of bytes at the end of `data` that may be the start of `mark`. */
function beginningAtEnd(data: Buffer, mark: Buffer): number {
  for (let length = Math.min(data.length, mark.length - 1); length > 0; length -= 1) {
    if (data.subarray(-length).equals(mark.subarray(0, length))) return length
  }
  return 0
}
