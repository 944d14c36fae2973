import type { Word } from '../words.js'

/** The border between two words: the end of a sentence, a paragraph, a list item or a statement of code. */
const border = /[.!?…。！？]["'”»)\]`*_]*\s|[。！？{}|│═─→=]|;\s*\n|\n\s*(?:\n|[-*+#>•]|\d+[.)])/

/** Maximum number of words in a sentence. Longer sentences are cut, which bounds the work for each word. */
const mostWords = 60

/** Splits the words of a text into sentences. */
export function toSentences(text: string, words: readonly Word[]): readonly (readonly Word[])[] {
  const sentences: Word[][] = []
  let current: Word[] = []
  for (const [index, word] of words.entries()) {
    current.push(word)
    const next = words[index + 1]
    if (!next || current.length === mostWords || border.test(text.slice(word.end, next.start))) {
      sentences.push(current)
      current = []
    }
  }
  return sentences
}
