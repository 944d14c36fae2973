import { describeUse } from '../files/describe-use.js'
import { joinEntries } from '../files/entries.js'
import type { MemoryTarget } from '../files/memory-files.js'
import type { WriteOutcome } from '../writes/memory-writes.js'

/** The result of a write for the model: the whole file as it is now, and its usage. */
export function describeOutcome(target: MemoryTarget, outcome: WriteOutcome): string {
  if (outcome.status === 'pending')
    return `The change waits for the approval of the user (${outcome.pending.id}). It is not in effect yet.`
  const { change, content } = outcome
  const archived = change?.archived ?? []
  return [
    change ? 'Saved.' : 'Nothing to change: it is there already.',
    ...(archived.length > 0 ? [`Archived to make room:\n${joinEntries(archived)}`] : []),
    `${target} (${describeUse(content)}), as later conversations will see it:`,
    joinEntries(content.entries),
  ].join('\n')
}
