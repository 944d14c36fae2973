/** Tolerance of a comparison of lines, strictest first. */
export type Tolerance = 'exact' | 'trailing space' | 'typography' | 'indentation' | 'spacing'

/** Normalizers by tolerance. Lines match when they are equal after normalization. */
const normalizers: Readonly<Record<Tolerance, (line: string) => string>> = {
  exact: (line) => line,
  'trailing space': (line) => line.trimEnd(),
  typography: (line) => toPlainTypography(line).trimEnd(),
  indentation: (line) => toPlainTypography(line).trim(),
  spacing: (line) => toPlainTypography(line).trim().replace(/\s+/g, ' '),
}

export const tolerances: readonly Tolerance[] = ['exact', 'trailing space', 'typography', 'indentation', 'spacing']

export interface LineMatch {
  readonly tolerance: Tolerance
  /** Indexes of the first lines of the matches, at least `from`. */
  readonly starts: readonly number[]
}

/** Requested lines and the matching lines of the file. */
export interface MatchedLines {
  readonly wanted: readonly string[]
  readonly found: readonly string[]
}

/**
 * Finds `wanted` as a run of whole lines, with the strictest comparison that has a match. Lines are normalized once and
 * can be searched repeatedly.
 */
export type LineMatcher = (wanted: readonly string[], from?: number) => LineMatch | undefined

export function createLineMatcher(lines: readonly string[]): LineMatcher {
  const known = new Map<Tolerance, readonly string[]>([['exact', lines]])
  const comparable = (tolerance: Tolerance) => {
    const found = known.get(tolerance) ?? lines.map(normalizers[tolerance])
    known.set(tolerance, found)
    return found
  }
  return (wanted, from = 0) => {
    if (wanted.length === 0) return undefined
    for (const tolerance of tolerances) {
      const starts = runsOf(comparable(tolerance), wanted.map(normalizers[tolerance]), from)
      if (starts.length > 0) return { tolerance, starts }
    }
    return undefined
  }
}

/** Finds runs with Knuth-Morris-Pratt over lines, in linear time even with thousands of equal lines. Runs do not overlap. */
function runsOf(lines: readonly string[], wanted: readonly string[], from: number): number[] {
  const back = backSteps(wanted)
  const starts: number[] = []
  let matched = 0
  for (let index = from; index < lines.length; index += 1) {
    while (matched > 0 && lines[index] !== wanted[matched]) matched = back[matched - 1] ?? 0
    if (lines[index] === wanted[matched]) matched += 1
    if (matched < wanted.length) continue
    starts.push(index - matched + 1)
    matched = 0
  }
  return starts
}

function backSteps(wanted: readonly string[]): number[] {
  const back = [0]
  for (let index = 1, matched = 0; index < wanted.length; index += 1) {
    while (matched > 0 && wanted[index] !== wanted[matched]) matched = back[matched - 1] ?? 0
    if (wanted[index] === wanted[matched]) matched += 1
    back.push(matched)
  }
  return back
}

/** Replaces typographic quotes, dashes and spaces with plain ones, one character each. */
export function toPlainTypography(text: string): string {
  // Most texts have no such characters.
  if (!/[\u00A0\u2000-\u2212\u3000]/.test(text)) return text
  return text
    .replace(/[\u2018\u2019\u201A\u201B\u2032]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
}
