import { isInFence } from '../excuse/is-excused.js'
import type { Match } from '../finding.js'
import type { Instructs } from '../instructs.js'
import { comments } from './comments.js'
import { hiddenElements } from './elements.js'
import type { HiddenPart } from './hidden-part.js'
import { concealed, outOfSight } from './layout.js'

const words = /\p{L}{2}[^\p{L}]{1,3}\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u

/** Finds text that a model sees but the reader of the rendered text does not. */
export function findHidden(text: string, { instructs, addresses }: Instructs): readonly Match[] {
  const isFound = (part: HiddenPart): boolean => {
    if (part.kind === 'suspect' && words.test(part.text)) return true
    return part.kind === 'aside' ? addresses(part.text) && !isInFence(text, part.start) : instructs(part.text)
  }
  return [...hiddenElements(text), ...comments(text), ...outOfSight(text)].filter(isFound).map(toMatch)
}

/** Finds terminal control characters that hide or overwrite text. Colors are allowed. */
export function findConcealed(text: string): readonly Match[] {
  return concealed(text).map(({ start, end }) => ({ name: 'hidden_instruction', start, end }))
}

function toMatch({ start, end, kind }: HiddenPart): Match {
  return { name: kind === 'suspect' ? 'hidden_html' : 'hidden_instruction', start, end }
}
