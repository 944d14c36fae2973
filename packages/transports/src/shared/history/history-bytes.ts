import { toUtf8 } from '../utf8.js'

/** Serializes histories for a wire and caches the bytes, so that a growing conversation is only appended to. */
export interface HistoryBytes<Source extends object> {
  /**
   * Returns the head and the comma-separated messages, in chunks that are never modified afterwards.
   * @param messages The whole history. A frozen message that was at the same position before is not serialized again.
   * @param basis Everything else that the bytes depend on, such as the model.
   */
  encode(messages: readonly Source[], basis: readonly string[], serializer: HistorySerializer<Source>): Pieces
}

/** Serializes the parts of a history. Must return the same text for the same `basis`. */
export interface HistorySerializer<Source> {
  /** Returns the text before the first message. */
  head(): string
  /** Returns the JSON of a message. */
  message(message: Source): string
}

type Pieces = readonly Uint8Array<ArrayBuffer>[]

const smallestGrowth = 4096
const largestGrowth = 8 * 1024 * 1024

/**
 * Creates a cache keyed by the newest message of each request. Cached bytes are reused as far as the messages before it
 * are identical objects, so a request serializes only its new messages and begins with the bytes of the previous
 * request. Entries are garbage-collected with their messages.
 */
export function createHistoryBytes<Source extends object>(): HistoryBytes<Source> {
  const conversations = new WeakMap<Source, Conversation<Source>>()

  function findConversation(messages: readonly Source[]): Conversation<Source> | undefined {
    const newest = messages.findLast((message) => conversations.has(message))
    return newest && conversations.get(newest)
  }

  return {
    encode(messages, basis, serializer) {
      const known = findConversation(messages)
      const conversation = known?.isBasedOn(basis)
        ? known.upTo(messages)
        : new Conversation<Source>(basis, serializer.head())
      let index = conversation.count
      let newest: Source | undefined
      for (let next = messages[index]; next && Object.isFrozen(next); next = messages[++index]) {
        conversation.append(next, serializer.message(next))
        newest = next
      }
      if (newest) conversations.set(newest, conversation)
      if (index === messages.length) return [conversation.bytes]
      const rest = messages.slice(index).map((message) => serializer.message(message))
      return [conversation.bytes, toUtf8(`${index > 0 ? ',' : ''}${rest.join(',')}`)]
    },
  }
}

/**
 * The serialized messages of one conversation. It is append-only: bytes that were returned never change, so that the
 * body of a request in flight stays intact.
 */
class Conversation<Source extends object> {
  readonly #basis: readonly string[]
  readonly #head: string
  readonly #messages: Source[] = []
  /** End offset of each message. */
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

  /** Returns this conversation if `messages` continue it, else a fork with the messages that both share. */
  upTo(messages: readonly Source[]): Conversation<Source> {
    let count = 0
    while (count < this.count && messages[count] === this.#messages[count]) count += 1
    return count === this.count ? this : this.#fork(count)
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
