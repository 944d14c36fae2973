/** The hours of a part of the day, both included. */
export interface PartOfDay {
  readonly from: number
  readonly to: number
}

/**
 * Returns the hour of the clock that a number means in a part of the day: 8 in the evening is 20.
 * @param isExact Whether the number counts from 0 to 23 in any case.
 * @returns `undefined` for an hour outside the part, and one that occurs in it twice.
 */
export function hourIn({ from, to }: PartOfDay, hour: number, isExact: boolean): number | undefined {
  const candidates = isExact || hour >= 12 ? [hour] : [hour, hour + 12]
  const [found, ...others] = candidates.filter((candidate) => candidate >= from && candidate <= to)
  return others.length === 0 ? found : undefined
}

export const partsOfDay: Readonly<Record<string, PartOfDay>> = {
  morning: { from: 4, to: 11 },
  afternoon: { from: 12, to: 17 },
  evening: { from: 17, to: 23 },
  night: { from: 18, to: 23 },
  凌晨: { from: 0, to: 5 },
  清晨: { from: 4, to: 9 },
  早上: { from: 4, to: 11 },
  早晨: { from: 4, to: 11 },
  上午: { from: 4, to: 11 },
  中午: { from: 11, to: 14 },
  下午: { from: 12, to: 18 },
  傍晚: { from: 16, to: 20 },
  晚上: { from: 17, to: 23 },
}
