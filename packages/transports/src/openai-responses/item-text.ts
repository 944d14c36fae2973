import { recordsAt, textAt, type WireRecord } from '../shared/json.js'

/** Between texts that the server sends apart, such as two messages of one answer. */
export const paragraph = '\n\n'

/** Texts of several items or parts as one. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(paragraph)
}

/** The text of a finished item: what a message says, what reasoning shows, what a call's arguments are. */
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
