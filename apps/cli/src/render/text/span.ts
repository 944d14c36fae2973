/** Text with its style. */
export interface Span {
  readonly text: string
  readonly paint: Paint
}

export type Paint = (text: string) => string
