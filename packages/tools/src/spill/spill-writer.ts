import { describeError, type Logger } from '@hermes/core'
import type { SpillDraft, SpillPlace } from './spill-place.js'
import type { SpillFile, SpillWriter } from './spill-store.js'

export interface SpillWriterOptions {
  readonly place: SpillPlace
  readonly name: string
  readonly shortUpTo: number
  readonly logger: Logger
}

/** Creates a writer for one text. */
export function createSpillWriter(options: SpillWriterOptions): SpillWriter {
  const text = new SpilledText(options)
  let last: Promise<unknown> = Promise.resolve()
  let closed: Promise<SpillFile | undefined> | undefined
  const inOrder = <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
    const turn = last.then(work).catch((error: unknown) => text.fail(error))
    last = turn
    return turn
  }
  return {
    write: (piece) => (closed ? Promise.resolve() : inOrder(() => text.add(piece)).then(() => undefined)),
    close: () => {
      closed ??= inOrder(() => text.finish())
      return closed
    },
    discard: () => {
      closed ??= Promise.resolve(undefined)
      return inOrder(() => text.discard()).then(() => undefined)
    },
  }
}

class SpilledText {
  readonly #options: SpillWriterOptions
  #short = ''
  /** First half of a surrogate pair, which the next chunk completes. */
  #half = ''
  #draft: SpillDraft | undefined
  #room: number
  #characters = 0
  #isCut = false
  #hasFailed = false

  constructor(options: SpillWriterOptions) {
    this.#options = options
    this.#room = options.place.maxFileBytes
  }

  async add(piece: string): Promise<void> {
    if (this.#isCut || this.#hasFailed) return
    if (this.#draft) return this.#append(this.#draft, piece)
    this.#short += piece
    if (this.#short.length <= this.#options.shortUpTo) return
    this.#draft = await this.#options.place.begin(this.#options.name)
    const text = this.#short
    this.#short = ''
    await this.#append(this.#draft, text)
  }

  async finish(): Promise<SpillFile | undefined> {
    if (!this.#draft || this.#hasFailed) return undefined
    if (this.#half !== '' && !this.#isCut) await this.#appendWhole(this.#draft, this.#half)
    if (this.#isCut && this.#characters === 0) return this.#giveUp(this.#draft)
    const path = await this.#draft.finish()
    return { path, characters: this.#characters, isCut: this.#isCut }
  }

  async #giveUp(draft: SpillDraft): Promise<undefined> {
    const { logger, name } = this.#options
    logger.log('warn', 'There is no space for a long output.', { file: name })
    await draft.discard()
    return undefined
  }

  async discard(): Promise<void> {
    this.#short = ''
    this.#hasFailed = true
    await this.#draft?.discard()
  }

  /** Gives up storing the text. The model still gets the part that fits. */
  async fail(error: unknown): Promise<undefined> {
    const { logger, name } = this.#options
    logger.log('warn', 'A long output could not be stored in a file.', { file: name, error: describeError(error) })
    const draft = this.#hasFailed ? undefined : this.#draft
    this.#hasFailed = true
    await draft?.discard().catch((failure: unknown) => {
      logger.log('warn', 'A file with output could not be deleted.', { file: name, error: describeError(failure) })
    })
    return undefined
  }

  async #append(draft: SpillDraft, piece: string): Promise<void> {
    const text = this.#half + piece
    const isOpen = /[\uD800-\uDBFF]$/.test(text.slice(-1))
    this.#half = isOpen ? text.slice(-1) : ''
    await this.#appendWhole(draft, isOpen ? text.slice(0, -1) : text)
  }

  async #appendWhole(draft: SpillDraft, text: string): Promise<void> {
    // UTF-8 takes at most three bytes per UTF-16 unit.
    const buffer = new Uint8Array(Math.min(this.#room, text.length * 3))
    const { read, written } = new TextEncoder().encodeInto(text, buffer)
    const isKept = await draft.append(buffer.subarray(0, written))
    this.#isCut = !isKept || read < text.length
    if (!isKept) return
    this.#room -= written
    this.#characters += read
  }
}
