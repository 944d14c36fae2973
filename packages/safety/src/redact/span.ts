/** A secret in a text. `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
  /** Whether the secret is a key with a known prefix. Its ends may be kept to identify it. */
  readonly isToken?: boolean
  /** Whether the span is the rest of a secret that started in an earlier span. */
  readonly isRest?: boolean
}

/** Sorts spans and merges overlapping ones. The span that covers the others decides the kind of the result. */
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
