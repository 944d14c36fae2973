import { RpcError } from '../contracts/rpc-error.js'

const newline = 10

/** Splits bytes into lines of UTF-8. Empty lines are skipped. */
export class LineSplitter {
  readonly #maxBytes: number
  readonly #decoder = new TextDecoder()
  #parts: Uint8Array[] = []
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Yields the lines that end in the chunk. @throws {RpcError} `too-large`. */
  *take(chunk: Uint8Array): Generator<string> {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      start = end + 1
      const line = this.#line()
      if (line !== '') yield line
    }
    this.#keep(chunk.subarray(start))
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length
    if (this.#length > this.#maxBytes) {
      throw new RpcError('too-large', `A frame is larger than ${this.#maxBytes} bytes: send less at once.`)
    }
    if (part.length > 0) this.#parts.push(part)
  }

  #line(): string {
    const parts = this.#parts
    const [first] = parts
    const bytes = parts.length === 1 && first ? first : joined(parts, this.#length)
    this.#parts = []
    this.#length = 0
    return this.#decoder.decode(bytes).trim()
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
