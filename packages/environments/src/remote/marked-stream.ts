import { Transform, type TransformCallback } from 'node:stream'

/** A line of the wrapper among the output: `<mark> start 4711`. */
export interface Mark {
  readonly word: string
  readonly argument: string
}

/** After the end, what background processes print is read slowly: they must not be held up, but nobody listens. */
const dropPauseMs = 50
/** Of what comes before the first mark, so much is kept to explain a failure. */
const noiseBytes = 8_192

/**
 * What a command prints, cut out of all that the connection delivers: it begins after the first mark, whatever a login
 * shell may have printed before, and ends with the second, whoever keeps the pipe open after that.
 */
export class MarkedStream extends Transform {
  /** Rejects when the stream ends without it, with what was printed instead. */
  readonly started: Promise<Mark>
  /** `undefined` when the stream broke off. */
  readonly ended: Promise<Mark | undefined>
  readonly #mark: Buffer
  readonly #farewell: string
  readonly #start: PromiseWithResolvers<Mark>
  readonly #end: PromiseWithResolvers<Mark | undefined>
  #state: 'before' | 'inside' | 'after' = 'before'
  #held: Buffer = Buffer.alloc(0)

  /**
   * @param mark What each of the wrapper's lines begins with. Nobody else knows it.
   * @param farewell What is said where the output breaks off before its last mark.
   */
  constructor(mark: string, farewell: string) {
    super({ highWaterMark: 2 ** 16 })
    this.#mark = Buffer.from(mark)
    this.#farewell = farewell
    this.#start = Promise.withResolvers()
    this.#end = Promise.withResolvers()
    this.started = this.#start.promise
    this.ended = this.#end.promise
    // Who does not ask need not handle it.
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
      if (this.#farewell) this.push(this.#farewell)
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

/** How many bytes at the end of `data` may be the beginning of `mark`. */
function beginningAtEnd(data: Buffer, mark: Buffer): number {
  for (let length = Math.min(data.length, mark.length - 1); length > 0; length -= 1) {
    if (data.subarray(-length).equals(mark.subarray(0, length))) return length
  }
  return 0
}
