import { estimateTextTokens } from '@hermes/compressor'

/**
 * Stands in for a model: returns the sentences with the rarest words, in order. It does not write better than that, but it ignores
 * its instructions, so differences come from the input and from how the output is used.
 */
export function rarestSentences(text: string, tokens: number): readonly string[] {
  const sentences = [
    ...new Set(text.split(/(?<=[.!?])\s+|(?<=[。？！])|\n+/).map((sentence) => sentence.trim())),
  ].filter((sentence) => sentence.length > 10 && sentence.length < 600)
  const counts = new Map<string, number>()
  const wordsOf = (sentence: string) => sentence.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []
  for (const sentence of sentences) {
    for (const word of new Set(wordsOf(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const rarity = (sentence: string) => {
    const words = wordsOf(sentence)
    return words.reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0) / Math.max(4, words.length)
  }
  const ranked = sentences.map((sentence, place) => ({ sentence, place, rarity: rarity(sentence) }))
  ranked.sort((left, right) => right.rarity - left.rarity)
  let room = tokens
  const chosen = ranked.filter(({ sentence }) => {
    room -= estimateTextTokens(sentence) + 2
    return room > 0
  })
  return chosen.toSorted((left, right) => left.place - right.place).map(({ sentence }) => sentence)
}
