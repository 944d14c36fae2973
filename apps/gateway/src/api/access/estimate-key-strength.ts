/** Bits per character, by the number of classes in use. They are lower than those of random text, because people choose words. */
const bitsByClasses = [0, 2.5, 3.5, 4.5, 5.5] as const
const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u]

/**
 * Returns a low estimate of the entropy of a key, in bits: the number of characters times the bits of each.
 *
 * A character counts unless it continues a run (`aaa`, `123`, `cba`) or completes a pair that occurred before (`abxabx`). Each has 2.5, 3.5, 4.5
 * or 5.5 bits if the key consists of one, two, three or four classes (lower case, upper case, digits, others), but at most the logarithm of the
 * number of different characters. Words are not recognized.
 */
export function estimateKeyStrength(key: string): number {
  const characters = [...key]
  const bits = bitsByClasses[classes.filter((pattern) => pattern.test(key)).length] ?? 0
  return countNew(characters) * Math.min(bits, Math.log2(new Set(characters).size))
}

function countNew(characters: readonly string[]): number {
  const pairs = new Set<string>()
  let count = 0
  let previous: string | undefined
  for (const character of characters) {
    const isRun = previous !== undefined && Math.abs(codeOf(character) - codeOf(previous)) <= 1
    const pair = `${previous ?? ''}${character}`
    if (!isRun && !pairs.has(pair)) count += 1
    pairs.add(pair)
    previous = character
  }
  return count
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
