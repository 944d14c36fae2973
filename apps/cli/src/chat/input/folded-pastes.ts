import { english, type Translate } from '@hermes/safety/language'

/** Long pastes, each shown in the input as a short placeholder. */
export interface FoldedPastes {
  /** Returns the text for the input: the paste itself, or a placeholder for a long one. */
  fold(text: string): string
  /** Returns the text with every paste in full. */
  expand(text: string): string
  /** Returns the placeholder at the end of a text, so that it can be erased as a whole. */
  nameAtEnd(text: string): string | undefined
}

const longestLines = 6
const longestCharacters = 1_000

export function createFoldedPastes(t: Translate = english): FoldedPastes {
  const pastes = new Map<string, string>()
  return {
    fold(text) {
      const lines = countLines(text)
      if (lines <= longestLines && text.length <= longestCharacters) return text
      const size = lines > 1 ? t.count(lines, 'line') : t.count(text.length, 'character')
      const name = t`[paste ${pastes.size + 1}: ${size}]`
      pastes.set(name, text)
      return name
    },
    expand(text) {
      let expanded = text
      for (const [name, paste] of pastes) expanded = expanded.split(name).join(paste)
      return expanded
    },
    nameAtEnd: (text) => [...pastes.keys()].find((name) => text.endsWith(name)),
  }
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return text.endsWith('\n') ? lines - 1 : lines
}
