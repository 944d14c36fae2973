/** Two texts that follow each other; one alone where the other is empty. */
export function joinParagraphs(kept: string, next: string): string {
  return kept && next ? `${kept}\n\n${next}` : kept || next
}
