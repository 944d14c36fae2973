import { createReviewer, type Learned, type Reviewer, type ReviewOptions, reviewMessages } from '@hermes/memory'
import type { Host } from '../../host.js'
import { describeLearned } from './describe-learned.js'
import type { MemorySettings } from './memory-settings.js'
import { personOf } from './person-of.js'

/** The reviews after turns under the settings; `undefined` if there are none. */
export function openReviews(host: Host<MemorySettings>, parts: Omit<ReviewOptions, 'model'>): Reviewer | undefined {
  const { settings, surface, store, logger } = host
  const { nudge_interval: interval } = settings.memory
  if (interval === 0) return undefined

  function show(learned: readonly Learned[], person: string | undefined): void {
    // What is learned about other people is not for the one at this surface.
    if (settings.notifications === 'off' || person !== undefined) return
    surface.tell?.(describeLearned(learned, settings.notifications))
  }

  return createReviewer({
    store,
    interval,
    logger,
    works: surface.keepsRunning === true || surface.servesStrangers === true,
    personOf: (sessionId, speaker) => personOf(store, sessionId, speaker),
    onLearned: show,
    async review(reviewed, signal) {
      const model = host.auxiliary('background_review')
      return model ? reviewMessages({ ...parts, model }, reviewed, signal) : []
    },
  })
}
