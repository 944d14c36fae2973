/** Returns the perceived brightness of a color (ITU-R BT.709), from 0 to 1. Its components are from 0 to 255. */
export function brightnessOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
}
