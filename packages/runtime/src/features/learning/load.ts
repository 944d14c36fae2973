import type { Journey } from './create-journey.js'
import type { OpenJourneyOptions } from './open-journey.js'

/** Opens what was learned in a home, outside of a conversation. */
export async function openJourney(options: OpenJourneyOptions): Promise<Journey> {
  // Imported on demand, so that a start loads nothing of it.
  return (await import('./open-journey.js')).openJourney(options)
}
