import type { TextLimit } from '@hermes/core/platform'
import { measureText } from './measure-text.js'
import { pieceOf } from './split-line.js'

/**
 * Splits Markdown into messages within a network's limit. A code fence or table that is split continues in the next message with its
 * own opening or header. Links, inline code and characters stay whole. Text without any visible character yields no message.
 */
export function splitText(text: string, limit: TextLimit): readonly string[] {
  const splitter = new Splitter(limit)
  for (const line of text.split('\n')) splitter.add(line)
  return splitter.end()
}

interface Fence {
  readonly opening: string
  readonly closing: string
}

class Splitter {
  readonly #limit: TextLimit
  readonly #messages: string[] = []
  #message = ''
  #size = 0
  /** Whether the message contains more than what it continues. */
  #hasContent = false
  /** The best position to cut: after a paragraph, before a block. */
  #cut = 0
  #fence: Fence | undefined
  #table: readonly string[] = []

  constructor(limit: TextLimit) {
    this.#limit = limit
  }

  add(line: string): void {
    const fence = this.#fence
    // Longer fences are treated as text.
    const marks = /^ {0,3}(`{3,8}|~{3,8})(?![`~])/.exec(line)?.[1]
    if (fence && marks?.startsWith(fence.closing) && line.trim() === marks) {
      // Room for the closing fence was reserved.
      this.#fence = undefined
      this.#put(line)
      this.#cut = this.#message.length
      return
    }
    if (!fence && marks) {
      const opening = this.#measure(line) < this.#limit.max / 4 ? line : marks
      this.#startBlock()
      this.#take(line)
      this.#fence = { opening, closing: marks }
      return
    }
    if (!fence) this.#follow(line)
    this.#take(line)
    if (!fence && line.trim() === '') this.#cut = this.#message.length
  }

  end(): readonly string[] {
    this.#flush(this.#message.length)
    return this.#messages
  }

  /** Keeps the header of a table until the table ends. */
  #follow(line: string): void {
    if (!line.startsWith('|')) {
      this.#table = []
      return
    }
    if (this.#table.length === 0) this.#startBlock()
    if (this.#table.length < 2 && this.#measure(line) < this.#limit.max / 4) this.#table = [...this.#table, line]
  }

  /** Starts a new message for a block that does not fit, if the text so far is worth a message. */
  #startBlock(): void {
    this.#cut = this.#message.length
  }

  #take(line: string): void {
    let rest = line
    for (;;) {
      const room = this.#limit.max - this.#size - this.#closingSize() - (this.#message === '' ? 0 : 1)
      if (this.#measure(rest) <= room) {
        this.#put(rest)
        return
      }
      if (this.#hasContent) {
        this.#break()
        continue
      }
      const end = pieceOf(rest, Math.max(1, room), this.#limit.unit)
      this.#put(rest.slice(0, end))
      rest = rest.slice(end)
      if (rest === '') return
      this.#break()
    }
  }

  #put(line: string): void {
    const text = this.#message === '' ? line : `\n${line}`
    this.#message += text
    this.#size += this.#measure(text)
    if (line.trim() !== '') this.#hasContent = true
  }

  /** Ends the message, and starts the next one with what it continues. */
  #break(): void {
    const isWorthCutting = this.#cut >= this.#message.length / 2 && this.#cut < this.#message.length
    this.#flush(isWorthCutting ? this.#cut : this.#message.length)
  }

  #flush(cut: number): void {
    const [head, tail] = [this.#message.slice(0, cut), this.#message.slice(cut).replace(/^\n/, '')]
    const isInBlock = tail === ''
    const closing = this.#fence && isInBlock ? `\n${this.#fence.closing}` : ''
    if (head.trim() !== '') this.#messages.push(`${head.replace(/^\n+/, '')}${closing}`.trimEnd())
    const continued = isInBlock
      ? (this.#fence?.opening ?? (this.#table.length === 2 ? this.#table.join('\n') : ''))
      : ''
    this.#message = tail === '' ? continued : tail
    this.#size = this.#measure(this.#message)
    this.#hasContent = tail.trim() !== ''
    this.#cut = 0
  }

  #closingSize(): number {
    return this.#fence ? this.#measure(this.#fence.closing) + 1 : 0
  }

  #measure(text: string): number {
    return measureText(text, this.#limit.unit)
  }
}
