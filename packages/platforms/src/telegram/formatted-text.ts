import type { MessageEntity } from 'grammy/types'

/**
 * A text with its formatting, as the Bot API accepts it: offsets and lengths in UTF-16 units. Nothing in it can be misread as markup.
 */
export interface FormattedText {
  readonly text: string
  readonly entities: readonly MessageEntity[]
}

/** The maximum number of entities: Telegram ignores more. */
const maxEntities = 100

type Plain = 'bold' | 'italic' | 'strikethrough' | 'code' | 'blockquote'
type Formatting =
  | { readonly type: Plain }
  | { readonly type: 'pre'; readonly language?: string }
  | { readonly type: 'text_link'; readonly url: string }

/** Writes a formatted text from start to end. */
export class TextWriter {
  #text = ''
  readonly #entities: MessageEntity[] = []

  write(text: string): void {
    this.#text += text
  }

  /** Formats what `write` writes. */
  format(formatting: Formatting, write: () => void): void {
    const offset = this.#text.length
    const index = this.#entities.length
    write()
    const length = this.#text.length - offset
    if (length > 0) this.#entities.splice(index, 0, { ...formatting, offset, length })
  }

  /** Writes at least `count` line breaks, except at the start. */
  breakLine(count: number): void {
    if (this.#text === '') return
    const there = this.#text.length - this.#text.replace(/\n{1,2}$/, '').length
    this.#text += '\n'.repeat(Math.max(0, count - there))
  }

  end(): FormattedText {
    const text = this.#text.trimEnd()
    const entities = this.#entities.flatMap((entity) => {
      const length = Math.min(entity.length, text.length - entity.offset)
      return length > 0 ? [{ ...entity, length }] : []
    })
    return { text, entities: entities.slice(0, maxEntities) }
  }
}
