import type { Steps } from '@hermes/safety'
import { anchorsOf } from './anchors.js'
import { type Cue, cuesOf } from './cue-words.js'

/** Shapes that occur more often than this are treated as repetitive. */
const common = 3

/**
 * Reduces a line to its shape by masking numbers, hashes and capitalized words. Lines of one log or template have the
 * same shape.
 */
export function shapeOf(line: string): string {
  return line
    .slice(0, 200)
    .replace(/\d+|[0-9a-f]{7,}/g, '#')
    .replace(/\p{Lu}[\p{L}#_-]*/gu, '@')
    .slice(0, 80)
}

/** Returns the shapes that occur more than `common` times. */
export function commonShapes(shapes: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > common).map(([shape]) => shape))
}

const markers = ['important', 'fix', 'done'] as const satisfies readonly Cue[]

/**
 * Scores the information in a line: names and figures, settings, labeled values, and words that mark warnings, fixes or
 * results.
 */
export function worthOf(line: string): number {
  const named = Math.min(3, new Set(anchorsOf(line)).size)
  const setting = /[\p{L}\d_"'\])]\s?(?:=|:|->|=>|\bis\b|\bare\b|是|为)\s?\S{0,40}\d/u.test(line) ? 2 : 0
  const cues = cuesOf(line)
  const marked = markers.some((cue) => cues.has(cue)) ? 3 : 0
  const labelled = named > 0 && cues.has('value') ? 2 : 0
  return named + setting + marked + labelled
}

/** Returns the indexes of the lines, highest score first. Repetitive lines score lower. Of equal scores, the later line comes first. */
export function* byWorth(lines: readonly string[]): Steps<readonly number[]> {
  const shapes = lines.map(shapeOf)
  const dull = commonShapes(shapes)
  const worths: number[] = []
  for (const [place, line] of lines.entries()) {
    yield
    worths.push(worthOf(line) - (dull.has(shapes[place] ?? '') ? 3 : 0))
  }
  const worthAt = (place: number) => worths[place] ?? 0
  return lines.map((_, place) => place).sort((left, right) => worthAt(right) - worthAt(left) || right - left)
}

/** Keeps at most `most` lines, in order. Repetitive lines are dropped first, then the oldest. */
export function keepTelling(lines: readonly string[], dull: ReadonlySet<string>, most: number): readonly string[] {
  if (lines.length <= most) return lines
  const telling = lines.filter((line) => !dull.has(shapeOf(line))).slice(-most)
  const room = most - telling.length
  const others = lines.filter((line) => dull.has(shapeOf(line)))
  const kept = new Set([...telling, ...others.slice(others.length - Math.min(room, others.length))])
  return lines.filter((line) => kept.has(line))
}
