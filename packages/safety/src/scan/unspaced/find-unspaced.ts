import type { Match, ScanSurface } from '../finding.js'
import { type Group, groups } from './groups.js'
import { type UnspacedFrame, unspacedFrames } from './unspaced-frames.js'

/**
 * A sentence up to its full stop, including commas, because Chinese and Japanese join clauses with commas. Longer
 * sentences are cut.
 */
const sentences = /[^。！？!?\n；]{2,400}/gu
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}/u

/** Negations in the clause of a verb: before it in Chinese, after it in Japanese. */
const negatedBefore =
  /(?:不要|不得|不能|不可|不会|不应|不准|切勿|请勿|勿|禁止|严禁|避免|绝不|从不|未经|没有|无法|别)[^，,、；;：:]{0,16}$/u
const negatedAfter = /^[^。、]{0,6}?(?:ない|ません|せず|ず(?:に)?|禁止|べきでは|てはいけ|てはなら)/u

/**
 * Finds sentences in Chinese and Japanese that combine the concepts of an attack. Runs in linear time: each sentence is
 * searched once for each group.
 */
export function findUnspaced(text: string, surface: ScanSurface): readonly Match[] {
  if (!unspaced.test(text)) return []
  const wanted = unspacedFrames.filter((frame) => !frame.surfaces || frame.surfaces.includes(surface))
  return [...text.matchAll(sentences)].flatMap(({ 0: sentence, index }) => {
    if (!unspaced.test(sentence)) return []
    const has = memo((group) => groups[group].test(sentence))
    const isOrdered = memo((group) => hasOrder(sentence, group))
    return wanted
      .filter((frame) => fits(frame, has, isOrdered))
      .map(({ name }): Match => ({ name, start: index, end: index + sentence.length }))
  })
}

const verbs = Object.fromEntries(
  Object.entries(groups).map(([group, pattern]) => [group, new RegExp(pattern, 'giu')]),
) as Readonly<Record<Group, RegExp>>

type Test = (group: Group) => boolean

function memo(test: Test): Test {
  const known = new Map<Group, boolean>()
  return (group) => {
    const result = known.get(group) ?? test(group)
    known.set(group, result)
    return result
  }
}

function fits({ order, needs }: UnspacedFrame, has: Test, isOrdered: Test): boolean {
  return (order?.some(isOrdered) ?? true) && needs.every((alternatives) => alternatives.some(has))
}

/** Whether the sentence has a verb of the group that is not negated. */
function hasOrder(sentence: string, group: Group): boolean {
  return [...sentence.matchAll(verbs[group])].some(
    ({ 0: verb, index }) =>
      !negatedBefore.test(sentence.slice(Math.max(0, index - 24), index)) &&
      !negatedAfter.test(sentence.slice(index + verb.length, index + verb.length + 16)),
  )
}
