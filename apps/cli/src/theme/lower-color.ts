type Rgb = readonly [red: number, green: number, blue: number]

/** Returns the components of `#rrggbb`, from 0 to 255. */
export function toRgb(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [part(1), part(3), part(5)]
}

/** Levels of each component in the cube of 216 colors. */
const levels = [0, 95, 135, 175, 215, 255]

/** Returns the nearest of the 256 colors. Excludes the first sixteen, whose shades depend on the terminal. */
export function nearestOf256(rgb: Rgb): number {
  const steps = rgb.map((part) => levels.indexOf(nearest(levels, part)))
  const [red = 0, green = 0, blue = 0] = steps
  const gray = Math.max(0, Math.min(23, Math.round((mean(rgb) - 8) / 10)))
  const isGrayNearer =
    distance(rgb, [8 + 10 * gray]) <
    distance(
      rgb,
      steps.map((step) => levels[step] ?? 0),
    )
  return isGrayNearer ? 232 + gray : 16 + 36 * red + 6 * green + blue
}

/** Grays up to these shares of white become black, bright black and white. */
const grays = [
  { upTo: 0.12, code: 30 },
  { upTo: 0.66, code: 90 },
  { upTo: 0.9, code: 37 },
] as const

/** Returns the code (SGR) of the one among sixteen colors with the same hue. A dark gray does not become black. */
export function nearestOf16(rgb: Rgb): number {
  const most = Math.max(...rgb)
  if (most - Math.min(...rgb) < most / 4) return grays.find(({ upTo }) => mean(rgb) / 255 < upTo)?.code ?? 97
  const [red, green, blue] = rgb.map((part) => part > most / 2)
  return (most > 192 ? 90 : 30) + (red ? 1 : 0) + (green ? 2 : 0) + (blue ? 4 : 0)
}

function nearest(values: readonly number[], value: number): number {
  return values.reduce((best, other) => (Math.abs(other - value) < Math.abs(best - value) ? other : best))
}

function mean(rgb: Rgb): number {
  return (rgb[0] + rgb[1] + rgb[2]) / 3
}

/** @param other Color to compare with. A single value stands for all components. */
function distance(rgb: Rgb, other: readonly number[]): number {
  return rgb.reduce((sum, part, index) => sum + (part - (other[index] ?? other[0] ?? 0)) ** 2, 0)
}
