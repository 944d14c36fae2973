/** A secret in a text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
  /** A key of a known kind: its ends may stay, to tell it from others. */
  readonly isToken?: boolean
  /** The rest of a secret that an earlier span has begun. */
  readonly isRest?: boolean
}

/** In order, those that overlap as one. What covers all of the others decides what the whole is. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = []
  for (const span of [...spans].sort((left, right) => left.start - right.start || right.end - left.end)) {
    const last = merged.at(-1)
    if (!last || span.start >= last.end) merged.push(span)
    else merged[merged.length - 1] = join(last, span)
  }
  return merged
}

function join(left: Span, right: Span): Span {
  const [start, end] = [left.start, Math.max(left.end, right.end)]
  const covers = (span: Span) => span.start === start && span.end === end
  return { start, end, isToken: [left, right].some((span) => span.isToken === true && covers(span)) }
}
