import { createReviewer, type Reviewer, type ReviewOptions, reviewMessages } from '@hermes/memory'
import type { Host } from '../../host.js'
import type { MemorySettings } from './memory-settings.js'
import { personOf } from './person-of.js'
import type { ShowLearned } from './show-learned.js'

/** Opens the reviews of conversations; `undefined` if the settings turn them off. */
export function openReviews(
  host: Host<MemorySettings>,
  parts: Omit<ReviewOptions, 'model'>,
  show: ShowLearned,
): Reviewer | undefined {
  const { settings, surface, store, logger } = host
  const { nudge_interval: interval, flush_min_turns: fewest } = settings.memory
  const servesStrangers = surface.servesStrangers === true
  if (interval === 0) return undefined

  return createReviewer({
    store,
    interval,
    fewest,
    logger,
    now: host.now,
    processesQueue: surface.keepsRunning === true || servesStrangers,
    // A gateway restarts and continues its conversations.
    endsWithProcess: surface.keepsRunning === true && !servesStrangers,
    personOf: (sessionId, speaker) => personOf(store, sessionId, speaker),
    onLearned: show,
    async review(reviewed, signal) {
      const model = host.auxiliary('background_review')
      return model ? reviewMessages({ ...parts, model }, reviewed, signal) : []
    },
  })
}
