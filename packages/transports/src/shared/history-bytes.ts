import { toUtf8 } from './utf8.js'

/** Histories of conversations in the words of a wire, as bytes that only grow. */
export interface HistoryBytes<Source extends object> {
  /**
   * The head and the messages, with commas between them, in pieces that nothing changes any more.
   * @param messages The whole history. A frozen one that stood at the same place before is not written again.
   * @param basis What else the bytes depend on, such as the model.
   */
  encode(messages: readonly Source[], basis: readonly string[], words: HistoryWords<Source>): Pieces
}

/** The same for the same basis. */
export interface HistoryWords<Source> {
  /** What comes before the first message. */
  head(): string
  /** JSON text. */
  message(message: Source): string
}

type Pieces = readonly Uint8Array<ArrayBuffer>[]

const smallestGrowth = 4096
const largestGrowth = 8 * 1024 * 1024

/**
 * A conversation is known by its newest message that was sent before, and goes on if all before that one are the very same
 * objects too. So a request costs what is new in it, and begins with the bytes of the one before. Forgotten together with its
 * messages.
 */
export function createHistoryBytes<Source extends object>(): HistoryBytes<Source> {
  const conversations = new WeakMap<Source, Conversation<Source>>()

  function findConversation(messages: readonly Source[]): Conversation<Source> | undefined {
    const newest = messages.findLast((message) => conversations.has(message))
    return newest && conversations.get(newest)
  }

  return {
    encode(messages, basis, words) {
      const known = findConversation(messages)
      const conversation = known?.isBasedOn(basis)
        ? known.upTo(messages)
        : new Conversation<Source>(basis, words.head())
      let index = conversation.count
      for (let next = messages[index]; next && Object.isFrozen(next); next = messages[++index]) {
        conversation.append(next, words.message(next))
        conversations.set(next, conversation)
      }
      if (index === messages.length) return [conversation.bytes]
      const rest = messages.slice(index).map((message) => words.message(message))
      return [conversation.bytes, toUtf8(`${index > 0 ? ',' : ''}${rest.join(',')}`)]
    },
  }
}

/** Bytes are only added behind those that were handed out: a request that is on its way keeps what it sends. */
class Conversation<Source extends object> {
  readonly #basis: readonly string[]
  readonly #head: string
  readonly #messages: Source[] = []
  /** Where each message ends. */
  readonly #ends: number[] = []
  #buffer: Uint8Array<ArrayBuffer>
  #length: number

  constructor(basis: readonly string[], head: string) {
    this.#basis = basis
    this.#head = head
    this.#buffer = toUtf8(head)
    this.#length = this.#buffer.length
  }

  get count(): number {
    return this.#messages.length
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length)
  }

  isBasedOn(basis: readonly string[]): boolean {
    return this.#basis.length === basis.length && this.#basis.every((part, index) => part === basis[index])
  }

  append(message: Source, json: string): void {
    const text = this.count > 0 ? `,${json}` : json
    const bytes = toUtf8(text)
    const end = this.#length + bytes.length
    if (end > this.#buffer.length) this.#grow(end)
    this.#buffer.set(bytes, this.#length)
    this.#length = end
    this.#messages.push(message)
    this.#ends.push(end)
  }

  /** This one if `messages` go on from it, else another with as much of it as they share. */
  upTo(messages: readonly Source[]): Conversation<Source> {
    const count = this.#messages.findIndex((message, index) => messages[index] !== message)
    return count < 0 ? this : this.#fork(count)
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(needed + Math.min(Math.max(needed, smallestGrowth), largestGrowth))
    larger.set(this.bytes)
    this.#buffer = larger
  }

  #fork(count: number): Conversation<Source> {
    const fork = new Conversation<Source>(this.#basis, this.#head)
    if (count === 0) return fork
    fork.#length = this.#ends[count - 1] ?? fork.#length
    fork.#buffer = this.bytes.slice(0, fork.#length)
    fork.#messages.push(...this.#messages.slice(0, count))
    fork.#ends.push(...this.#ends.slice(0, count))
    return fork
  }
}
