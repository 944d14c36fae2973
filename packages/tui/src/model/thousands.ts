/** Formats a number of tokens: `950`, `1.2k`, `12k`. */
export function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k`
}
