import { recordsAt, textAt, type WireRecord } from '../shared/json.js'

/** Separator between texts that the server sends as separate items or parts. */
export const paragraph = '\n\n'

/** Joins non-empty texts with a paragraph break. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(paragraph)
}

/** Returns the text of a finished item: the message text, the visible reasoning, or the arguments of a call. */
export function textOfItem(raw: WireRecord): string {
  switch (raw.type) {
    case 'message':
      return recordsAt(raw, 'content')
        .map((part) => textAt(part, 'text') || textAt(part, 'refusal'))
        .join('')
    case 'reasoning':
      return textsAt(raw, 'summary') || textsAt(raw, 'content')
    case 'function_call':
      return textAt(raw, 'arguments')
    default:
      return ''
  }
}

function textsAt(raw: WireRecord, key: string): string {
  return joinTexts(recordsAt(raw, key).map((part) => textAt(part, 'text')))
}
