import { type TuiMainScreen, visibleWidth } from '@earendil-works/pi-tui'

/** What the terminal shows of the latest frame. */
export type DrawnState = ReturnType<TuiMainScreen['captureRenderState']>

interface Frame {
  readonly lines: readonly string[]
  /** The first row that has changed. -1: none of those that are left. */
  readonly changed: number
  readonly height: number
}

/** Whether a frame changes rows above the screen, or takes away more than the screen has. */
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

/** The first row of a frame that a terminal of another size shows whole. Without its cursor: if the frame ends in its last row. */
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

/** How many rows of the terminal the rows of a frame take that was drawn when it was wider. */
export function heightOf(lines: readonly string[], width: number): number {
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(visibleWidth(line) / width)), 0)
}
