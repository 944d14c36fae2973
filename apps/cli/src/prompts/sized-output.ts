import { Writable } from 'node:stream'
import type { OutputStream } from '../io.js'

/** A terminal output that always has a size, because a new terminal may report zero columns. */
export class SizedOutput extends Writable implements Disposable {
  readonly isTTY = true
  readonly #stream: OutputStream
  readonly #onResize = () => this.emit('resize')

  constructor(stream: OutputStream) {
    super({ decodeStrings: false, write: (chunk, _, done) => void stream.write(chunk, () => done()) })
    this.#stream = stream
    stream.on('resize', this.#onResize)
  }

  get columns(): number {
    return this.#stream.columns || 80
  }

  get rows(): number {
    return this.#stream.rows || 24
  }

  [Symbol.dispose](): void {
    this.#stream.off('resize', this.#onResize)
  }
}
