import {
  type Message,
  type MessageContent,
  type ToolMessage,
  textOf,
  type UserMessage,
} from '../../contracts/model/message.js'
import { deepFreeze } from '../../json/deep-freeze.js'
import type { ShownText } from '../../session/session-notes.js'

/**
 * Texts that requests show in addition to stored messages. A text stays with its message in every later request, including later turns, so
 * that each request extends the previous one.
 */
export class Overlays {
  #shown = new Map<Message, Message>()
  #texts = new Map<Message, readonly string[]>()

  set(message: Message, shown: Message): void {
    this.#shown.set(message, shown)
  }

  /** Adds a text to the requests' copy of a stored message. */
  add(message: UserMessage | ToolMessage, text: string): void {
    const shown = this.#shown.get(message)?.content ?? message.content
    this.#shown.set(message, deepFreeze({ ...message, content: withText(shown, text) }))
    this.#texts.set(message, [...this.textsOf(message), text])
  }

  textsOf(message: Message): readonly string[] {
    return this.#texts.get(message) ?? []
  }

  /** Returns the messages with their overlays applied. */
  apply(messages: readonly Message[]): readonly Message[] {
    if (this.#shown.size === 0) return [...messages]
    return messages.map((message) => this.#shown.get(message) ?? message)
  }

  /** Called after a compression: moves the overlays of surviving messages to their new copies and drops the rest. */
  move(survivors: readonly Message[], messages: readonly Message[]): void {
    const moved = <Value>(values: ReadonlyMap<Message, Value>) =>
      new Map(
        survivors.flatMap((survivor, index): [Message, Value][] => {
          const [value, message] = [values.get(survivor), messages[index]]
          return value && message ? [[message, value]] : []
        }),
      )
    this.#shown = moved(this.#shown)
    this.#texts = moved(this.#texts)
  }

  /** Returns the texts in the format of the session note, for the next turn. */
  toStored(messages: readonly Message[]): readonly ShownText[] {
    return messages.flatMap((message, place) =>
      this.textsOf(message).map((text) => ({ place, role: message.role, start: startOf(message), text })),
    )
  }

  /** Restores the texts of earlier turns whose messages still exist. */
  restore(texts: readonly ShownText[], messages: readonly Message[]): void {
    for (const { place, role, start, text } of texts) {
      const message = messages[place]
      if (message?.role !== 'user' && message?.role !== 'tool') continue
      if (message.role === role && startOf(message) === start) this.add(message, text)
    }
  }
}

const startLength = 80

function startOf({ content }: Message): string {
  return textOf(content).slice(0, startLength).toWellFormed()
}

function withText(content: MessageContent, text: string): MessageContent {
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
}
