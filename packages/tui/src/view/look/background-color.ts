/** The channels of a color, each from 0 to 255. */
export interface BackgroundColor {
  readonly r: number
  readonly g: number
  readonly b: number
}
