import { oneLine } from '@hermes/safety'

/** The goal of a child as one short line. */
export function shortGoal(text: string): string {
  return oneLine(text, 120)
}
