/** How tolerant a comparison of lines is, from the strictest on. */
export type Tolerance = 'exact' | 'trailing space' | 'typography' | 'indentation' | 'spacing'

/** Lines count as equal when this makes them equal. */
const normalizers: Readonly<Record<Tolerance, (line: string) => string>> = {
  exact: (line) => line,
  'trailing space': (line) => line.trimEnd(),
  typography: (line) => toPlainTypography(line).trimEnd(),
  indentation: (line) => toPlainTypography(line).trim(),
  spacing: (line) => toPlainTypography(line).trim().replace(/\s+/g, ' '),
}

export const tolerances: readonly Tolerance[] = ['exact', 'trailing space', 'typography', 'indentation', 'spacing']

/**
 * Where `wanted` stands in `lines` as a run of whole lines: the indexes of its first lines, by the strictest comparison that
 * finds it at all.
 */
export function matchLines(
  lines: readonly string[],
  wanted: readonly string[],
  from = 0,
): { readonly tolerance: Tolerance; readonly starts: readonly number[] } | undefined {
  if (wanted.length === 0) return undefined
  for (const tolerance of tolerances) {
    const normalize = normalizers[tolerance]
    const starts = runsOf(lines.map(normalize), wanted.map(normalize), from)
    if (starts.length > 0) return { tolerance, starts }
  }
  return undefined
}

/** Knuth, Morris and Pratt over lines: linear, also where thousands of lines are alike. Runs do not overlap. */
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

/** Quotes, dashes and spaces as a keyboard has them. Every character stays one character. */
export function toPlainTypography(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201A\u201B\u2032]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
}
