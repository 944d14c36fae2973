import type { ToolAmount } from '@hermes/core'

/** The number of lines of a text. An unterminated last line counts. */
export function lineAmount(text: string): ToolAmount {
  const ends = text.match(/\n/g)?.length ?? 0
  return { count: ends + (text === '' || text.endsWith('\n') ? 0 : 1), unit: 'line' }
}
