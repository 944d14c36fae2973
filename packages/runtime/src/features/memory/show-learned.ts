import type { Learned } from '@hermes/memory'
import type { Host } from '../../host.js'
import { describeLearned } from './describe-learned.js'
import type { MemorySettings } from './memory-settings.js'

/** Shows on one line what was learned from a person's conversation, and what waits for approval. */
export type ShowLearned = (learned: readonly Learned[], person: string | undefined) => void

export function showLearned({ settings, surface }: Pick<Host<MemorySettings>, 'settings' | 'surface'>): ShowLearned {
  const { notifications } = settings
  return (learned, person) => {
    // What is learned about other people is not shown to the person at this surface.
    if (notifications === 'off' || person !== undefined) return
    const line = describeLearned(learned, notifications)
    if (line !== undefined) surface.tell?.(line)
  }
}
