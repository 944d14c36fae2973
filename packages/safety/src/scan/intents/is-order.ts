import type { Word } from '../words.js'

const negations = new Set(
  "not never don't dont doesn't no cannot can't without avoid nicht nie niemals kein keine ohne nunca jamas sin nao nem sem non mai senza ne pas jamais sans stop не никогда нельзя без ни".split(
    ' ',
  ),
)
/** Words that describe when they precede the verb: a subject makes the sentence a description, not an order. */
const describes = new Set(
  'we they i he she it who which that can could may might would will did does how users people attackers attacker developers the a an any this its their your our each every of in on with der die das ein eine einer den dem el la los las una o os um uma il lo gli le les du des'.split(
    ' ',
  ),
)
/** "Make sure to send" is an order, "used to send" is not. */
const demandsInfinitive = new Set('sure remember need needs have has is are ought forget want wants'.split(' '))

/** Whether the verb at an index tells the reader to do something and is not forbidden. */
export function isOrder(sentence: readonly Word[], index: number): boolean {
  const before = sentence.slice(Math.max(0, index - 3), index).map(({ text }) => text)
  if (before.some((word) => negations.has(word))) return false
  const last = before.at(-1)
  if (last === undefined) return true
  if (last === 'to') return demandsInfinitive.has(before.at(-2) ?? '')
  return !describes.has(last)
}

/** Whether one of the words before an index is a negation. */
export function isNegated(sentence: readonly Word[], index: number, from = Math.max(0, index - 8)): boolean {
  return sentence.slice(from, index).some(({ text }) => negations.has(text))
}
