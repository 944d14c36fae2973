import { wrapTextWithAnsi } from '@earendil-works/pi-tui'

/** Wraps styled rows, each into as many as its text needs. */
export function wrapRows(rows: readonly string[], width: number): readonly string[] {
  return rows.flatMap((row) => wrapTextWithAnsi(row, width))
}
