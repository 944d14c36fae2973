import { addedBy, type Learned, removedBy } from '@hermes/memory'
import { oneLine } from '@hermes/safety'

const shownChars = 100

/** What a review has learned, on one line; each entry in full if it is `verbose`. */
export function describeLearned(learned: readonly Learned[], detail: 'on' | 'verbose'): string {
  const parts = learned.map(({ outcome }) => {
    if (outcome.status === 'pending') return `waits for approval: /memory approve ${outcome.pending.id}`
    const { change } = outcome
    if (!change) return 'nothing new'
    const entries = [...removedBy(change).map((entry) => `- ${entry}`), ...addedBy(change).map((entry) => `+ ${entry}`)]
    const text = detail === 'verbose' ? entries.join('\n') : oneLine(entries.join(' '), shownChars)
    return `${text} (/memory undo ${change.id})`
  })
  return `Memory: ${parts.join(detail === 'verbose' ? '\n' : '; ')}`
}
