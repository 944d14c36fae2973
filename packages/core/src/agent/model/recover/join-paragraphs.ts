/** Joins two texts with a blank line, or returns the other one when one is empty. */
export function joinParagraphs(kept: string, next: string): string {
  return kept && next ? `${kept}\n\n${next}` : kept || next
}
