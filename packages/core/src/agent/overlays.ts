import type { Message, MessageContent, ToolMessage, UserMessage } from '../contracts/message.js'
import { deepFreeze } from './deep-freeze.js'

/** What requests show in place of stored messages. Kept for the turn, so that the request's prefix stays the same. */
export class Overlays {
  #shown = new Map<Message, Message>()
  #carried: { readonly on: Message; readonly before: Message | undefined } | undefined

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
    this.#takeBack()
    const moved = survivors.flatMap((survivor, index): [Message, Message][] => {
      const [shown, message] = [this.#shown.get(survivor), messages[index]]
      return shown && message ? [[message, shown]] : []
    })
    this.#shown = new Map(moved)
  }

  /** What has to be known behind a compression stands with the newest thing that the user said, until the next one. */
  carry(text: string | undefined, messages: readonly Message[]): void {
    const newest = messages.findLast((message) => message.role === 'user')
    if (!text || !newest) return
    this.#carried = { on: newest, before: this.#shown.get(newest) }
    this.add(newest, text)
  }

  #takeBack(): void {
    const { on, before } = this.#carried ?? {}
    this.#carried = undefined
    if (before && on) this.#shown.set(on, before)
    else if (on) this.#shown.delete(on)
  }
}

function withText(content: MessageContent, text: string): MessageContent {
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
}
