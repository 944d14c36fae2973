import { type Data, fromText, type Word } from '../../words/data.js'

/** Splits words into the variables before a command and the words after them. */
export function takeAssignments(words: readonly Word[], allowed: boolean) {
  const environment = new Map<string, Data>()
  let at = 0
  for (; allowed && at < words.length; at++) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[at]?.text ?? '')
    if (!match?.[1]) break
    environment.set(match[1], { ...(words[at] ?? fromText('')), text: match[2] ?? '' })
  }
  return { words: words.slice(at), environment }
}
