/** Converts a time limit from seconds to whole milliseconds, because timers take no fractions: `4.1 * 1000` is slightly less than 4100. */
export function toMs(seconds: number): number {
  return Math.ceil(seconds * 1000 - 1e-6)
}
