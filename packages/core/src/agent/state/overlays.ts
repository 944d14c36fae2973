import type { Message, MessageContent, ToolMessage, UserMessage } from '../../contracts/message.js'
import { deepFreeze } from '../../json/deep-freeze.js'

/** What requests show in place of stored messages. Kept for the turn, so that the request's prefix stays the same. */
export class Overlays {
  #shown = new Map<Message, Message>()

  set(message: Message, shown: Message): void {
    this.#shown.set(message, shown)
  }

  /** Adds a text to what requests show of a stored message. */
  add(message: UserMessage | ToolMessage, text: string): void {
    const shown = this.#shown.get(message)?.content ?? message.content
    this.#shown.set(message, deepFreeze({ ...message, content: withText(shown, text) }))
  }

  /** The messages as a request shows them. */
  apply(messages: readonly Message[]): readonly Message[] {
    if (this.#shown.size === 0) return [...messages]
    return messages.map((message) => this.#shown.get(message) ?? message)
  }

  /** The history was shortened: what is shown of a message goes on with it, the rest is forgotten. */
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
