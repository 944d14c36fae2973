import { type TuiMainScreen, visibleWidth } from '@earendil-works/pi-tui'

/** What the terminal shows of the latest frame. */
export type DrawnState = ReturnType<TuiMainScreen['captureRenderState']>

interface Frame {
  readonly lines: readonly string[]
  /** The first row that has changed, or -1 if none of the remaining rows has. */
  readonly changed: number
  readonly height: number
}

/** Whether a frame changes rows above the screen, or removes more than the screen has. */
export function isAbove(
  { previousLines, previousViewportTop }: DrawnState,
  { lines, changed, height }: Frame,
): boolean {
  const isShorter = lines.length <= previousViewportTop || previousLines.length - lines.length > height
  return isShorter || (changed !== -1 && changed < previousViewportTop)
}

interface Resized {
  readonly width: number
  readonly height: number
  /** The row of the cursor on the screen. */
  readonly cursor: number | undefined
}

/**
 * Returns the first row of a frame that a resized terminal shows whole. If the row of its cursor is unknown, the frame
 * is assumed to end in the last row.
 */
export function firstShown(
  { previousLines, hardwareCursorRow }: DrawnState,
  { width, height, cursor }: Resized,
): number {
  let first = cursor === undefined ? previousLines.length : hardwareCursorRow
  let room = cursor ?? height
  while (first > 0) {
    room -= heightOf(previousLines.slice(first - 1, first), width)
    if (room < 0) break
    first -= 1
  }
  return first
}

/** Returns how many rows of the terminal a frame takes that was drawn when the terminal was wider. */
export function heightOf(lines: readonly string[], width: number): number {
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(visibleWidth(line) / width)), 0)
}
