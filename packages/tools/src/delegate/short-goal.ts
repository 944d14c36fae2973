import { oneLine } from '@hermes/safety'

/** What a child is to do, as one short line. */
export function shortGoal(text: string): string {
  return oneLine(text, 120)
}
