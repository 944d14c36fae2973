import { textWidth } from '../text/text-width.js'

/** Rows of the input, and the cursor position in them. */
export interface DockInput {
  readonly rows: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

/** Parts of the dock, from top to bottom. Each row is painted and fits the terminal. */
export interface DockParts {
  readonly activity: readonly string[]
  /** Lays the input out within a number of rows. Absent: no input. */
  readonly input?: ((maxRows: number) => DockInput) | undefined
  readonly menu: readonly string[]
  readonly notes: readonly string[]
  readonly footer: readonly string[]
}

/** All rows of the dock, and the cursor position in them. */
export interface DockRows {
  readonly rows: readonly string[]
  readonly cursorRow: number
  readonly cursorColumn: number
}

/**
 * Joins the parts within the height of the terminal. The input comes first, then the menu, the activity, the notes and the footer. Whatever
 * does not fit is left out.
 */
export function dockRows({ activity, input, menu, notes, footer }: DockParts, maxRows: number): DockRows {
  const hasAll = activity.length + menu.length + notes.length + footer.length
  const typed = input?.(Math.max(1, maxRows - Math.min(hasAll, Math.floor(maxRows / 2))))
  let left = Math.max(0, maxRows - (typed?.rows.length ?? 0))
  const fit = (rows: readonly string[], from: 'start' | 'end' = 'start') => {
    const kept = left === 0 ? [] : from === 'start' ? rows.slice(0, left) : rows.slice(-left)
    left -= kept.length
    return kept
  }
  const shownMenu = fit(menu)
  const shownActivity = fit(activity, 'end')
  const shownNotes = fit(notes)
  const shownFooter = fit(footer)
  const rows = [...shownActivity, ...(typed?.rows ?? []), ...shownMenu, ...shownNotes, ...shownFooter]
  return {
    rows,
    cursorRow: typed ? shownActivity.length + typed.cursor.row : Math.max(0, rows.length - 1),
    cursorColumn: typed?.cursor.column ?? 0,
  }
}

/**
 * Returns the number of screen rows between the first row and the row of the cursor, after a terminal with a new width has wrapped them again.
 * The row of the cursor counts once, because terminals disagree about it: output above must not be erased.
 */
export function wrappedRowsAbove({ rows, cursorRow }: DockRows, columns: number): number {
  const height = (row: string) => Math.max(1, Math.ceil(textWidth(row) / columns))
  return rows.slice(0, cursorRow).reduce((sum, row) => sum + height(row), 0)
}
