import type { ToolAmount } from '@hermes/core'

/** The lines of a text; a last one without a line end counts. */
export function lineAmount(text: string): ToolAmount {
  const ends = text.match(/\n/g)?.length ?? 0
  return { count: ends + (text === '' || text.endsWith('\n') ? 0 : 1), unit: 'line' }
}
