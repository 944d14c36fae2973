import { createReviewer, type Reviewer, type ReviewOptions, reviewMessages } from '@hermes/memory'
import type { Host } from '../../host.js'
import type { MemorySettings } from './memory-settings.js'
import { personOf } from './person-of.js'
import type { ShowLearned } from './show-learned.js'

/** The reviews after turns under the settings; `undefined` if there are none. */
export function openReviews(
  host: Host<MemorySettings>,
  parts: Omit<ReviewOptions, 'model'>,
  show: ShowLearned,
): Reviewer | undefined {
  const { settings, surface, store, logger } = host
  const { nudge_interval: interval } = settings.memory
  if (interval === 0) return undefined

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
