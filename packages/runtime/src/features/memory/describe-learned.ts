import { addedBy, type Learned, removedBy } from '@hermes/memory'
import { oneLine } from '@hermes/safety'

const shownChars = 100

/** Describes what was learned on one line; with `verbose`, each entry in full. Returns `undefined` if nothing was learned and nothing is pending. */
export function describeLearned(learned: readonly Learned[], detail: 'on' | 'verbose'): string | undefined {
  const parts = learned.flatMap(({ outcome }) => {
    if (outcome.status === 'pending') return `waits for approval: /memory approve ${outcome.pending.id}`
    const { change } = outcome
    if (!change) return []
    const entries = [...removedBy(change).map((entry) => `- ${entry}`), ...addedBy(change).map((entry) => `+ ${entry}`)]
    const text = detail === 'verbose' ? entries.join('\n') : oneLine(entries.join(' '), shownChars)
    return `${text} (/memory undo ${change.id})`
  })
  return parts.length === 0 ? undefined : `Memory: ${parts.join(detail === 'verbose' ? '\n' : '; ')}`
}
