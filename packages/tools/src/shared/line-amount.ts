import type { ToolAmount } from '@hermes/core'

/** Counts the lines of a text, including an unterminated last line. */
export function lineAmount(text: string): ToolAmount {
  const ends = text.match(/\n/g)?.length ?? 0
  return { count: ends + (text === '' || text.endsWith('\n') ? 0 : 1), unit: 'line' }
}
