/** Tells of a place in a text whether one of certain characters stands there. */
export type CharacterTest = (text: string, at: number) => boolean

/** A test for the ASCII characters that the pattern matches. */
export function createCharacterTest(pattern: RegExp): CharacterTest {
  const isIn = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
  return (text, at) => isIn[text.charCodeAt(at)] === true
}

export interface Run {
  readonly start: number
  readonly end: number
}

/** All runs of such characters of at least so many. A text without any is passed over in leaps. */
export function* longRuns(text: string, isIn: CharacterTest, shortest: number): Iterable<Run> {
  let start = 0
  while (start + shortest <= text.length) {
    let at = start + shortest - 1
    while (at >= start && isIn(text, at)) at -= 1
    if (at < start) {
      const end = runEnd(text, isIn, start + shortest)
      yield { start, end }
      at = end
    }
    start = at + 1
  }
}

/** Where a run ends that holds the place, or the place itself. */
export function runEnd(text: string, isIn: CharacterTest, at: number): number {
  let end = at
  while (isIn(text, end)) end += 1
  return end
}

/** Where a run begins that reaches up to the place. */
export function runStart(text: string, isIn: CharacterTest, at: number): number {
  let start = at
  while (isIn(text, start - 1)) start -= 1
  return start
}
