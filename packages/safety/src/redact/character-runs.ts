/** Tests the character at an index of a text. */
export type CharacterTest = (text: string, at: number) => boolean

/** Builds a test for the ASCII characters that `pattern` matches. */
export function createCharacterTest(pattern: RegExp): CharacterTest {
  const isIn = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
  return (text, at) => isIn[text.charCodeAt(at)] === true
}

export interface Run {
  readonly start: number
  readonly end: number
}

/**
 * Yields all runs of at least `shortest` matching characters. Skips ahead by that length, so text without runs is
 * cheap.
 */
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

/** Returns the end of the run that contains `at`, or `at` itself. */
export function runEnd(text: string, isIn: CharacterTest, at: number): number {
  let end = at
  while (isIn(text, end)) end += 1
  return end
}

/** Returns the start of the run that reaches up to `at`. */
export function runStart(text: string, isIn: CharacterTest, at: number): number {
  let start = at
  while (isIn(text, start - 1)) start -= 1
  return start
}
