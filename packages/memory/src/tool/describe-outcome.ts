import { describeUse } from '../files/describe-use.js'
import { joinEntries } from '../files/entries.js'
import type { MemoryTarget } from '../files/memory-files.js'
import type { WriteOutcome } from '../writes/memory-writes.js'

/**
 * Formats the result of a write for the model: the whole file as it is now, and its usage.
 * @param redact Hides secrets in what the model reads. Default: nothing is hidden.
 */
export function describeOutcome(
  target: MemoryTarget,
  outcome: WriteOutcome,
  redact: (text: string) => string = (text) => text,
): string {
  if (outcome.status === 'pending')
    return `The change waits for the approval of the user (${outcome.pending.id}). It is not in effect yet.`
  const { change, content } = outcome
  const archived = change?.archived ?? []
  const entries = joinEntries(content.entries)
  const shown = redact(entries)
  // A person may have written a secret into the file.
  const masked = shown === entries ? '' : ', except that its secrets are masked here'
  return [
    change ? 'Saved.' : 'Nothing to change: it is there already.',
    ...(archived.length > 0 ? [`Archived to make room:\n${joinEntries(archived)}`] : []),
    `${target} (${describeUse(content)}), as later conversations will see it${masked}:`,
    shown,
  ].join('\n')
}
