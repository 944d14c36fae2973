import { oneLine } from '@hermes/safety'

/** Returns the goal of a child as one short line. */
export function shortGoal(text: string): string {
  return oneLine(text, 120)
}
