import type { Message, MessageContent, ToolMessage, UserMessage } from '../../contracts/message.js'
import { deepFreeze } from '../../json/deep-freeze.js'

/** Texts that requests show in addition to stored messages. Kept for the whole turn, so that the request prefix is stable. */
export class Overlays {
  #shown = new Map<Message, Message>()

  set(message: Message, shown: Message): void {
    this.#shown.set(message, shown)
  }

  /** Adds a text to the requests' copy of a stored message. */
  add(message: UserMessage | ToolMessage, text: string): void {
    const shown = this.#shown.get(message)?.content ?? message.content
    this.#shown.set(message, deepFreeze({ ...message, content: withText(shown, text) }))
  }

  /** The messages with their overlays applied. */
  apply(messages: readonly Message[]): readonly Message[] {
    if (this.#shown.size === 0) return [...messages]
    return messages.map((message) => this.#shown.get(message) ?? message)
  }

  /** After a compression: moves the overlays of surviving messages to their new copies and drops the rest. */
  move(survivors: readonly Message[], messages: readonly Message[]): void {
    const moved = survivors.flatMap((survivor, index): [Message, Message][] => {
      const [shown, message] = [this.#shown.get(survivor), messages[index]]
      return shown && message ? [[message, shown]] : []
    })
    this.#shown = new Map(moved)
  }
}

function withText(content: MessageContent, text: string): MessageContent {
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
}
