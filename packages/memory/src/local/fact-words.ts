/** Returns the words of a text for search. Scripts without spaces are split into pairs of characters. */
export function wordsOf(text: string): readonly string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.flatMap(splitUnspaced))]
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function splitUnspaced(word: string): readonly string[] {
  if (!unspaced.test(word)) return [word]
  const characters = [...word]
  if (characters.length === 1) return [word]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
