/** The shortest run of letters of another script that can hold an order. Chinese needs six. */
const foreign = /(?:[^\p{sc=Latin}\P{L}]\p{M}*[\s\p{P}]{0,3}){8,}/gu

/** Frequent words of the languages whose concepts the rules know. */
const known = new Set(
  (
    'the a an of to in and or for is it with on that this be are as by not if you your from can at use no all when do only will has have ' +
    'der die das und ist nicht ein eine zu mit von den dem im auf wenn du sie es ' +
    'el la los las que y en un una de del por para con no se su al es ' +
    'o os as e em um uma do da dos das nao com seu ' +
    'il lo gli le di che per non con si sono della nel ' +
    'les des et est une dans pour pas sur vous ne du au'
  ).split(' '),
)

const shortestProse = 8

export interface ForeignPart {
  readonly start: number
  readonly end: number
}

/** Finds parts in languages of which the rules know few words. Runs in linear time. */
export function foreignParts(text: string): readonly ForeignPart[] {
  const scripts = [...text.matchAll(foreign)].map(({ 0: run, index }) => ({ start: index, end: index + run.length }))
  return [...scripts, ...foreignProse(text)]
}

/** Finds lines of Latin letters without a frequent word of a known language, as in Polish or Turkish. */
function foreignProse(text: string): readonly ForeignPart[] {
  const parts: ForeignPart[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const words = line.slice(0, 2_000).match(/(?<![\p{L}\p{N}_./:-])\p{Ll}+(?=[\s,.!?;]|$)/gu) ?? []
    const isProse = words.length >= shortestProse && words.join('').length > line.length * 0.6
    if (isProse && !words.some((word) => known.has(word))) parts.push({ start, end: start + line.length })
    start += line.length + 1
  }
  return parts
}
