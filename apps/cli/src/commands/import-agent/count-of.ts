import type { Translate } from '@hermes/safety/language'

/** Outcome of importing something. */
export type ImportOutcome = 'added' | 'extended' | 'unchanged' | 'kept' | 'skipped' | 'no-room' | 'refused'

/** Describes a count, such as `3 added`. */
export function countOf(outcome: ImportOutcome, count: number, t: Translate): string {
  return {
    added: t`${count} added`,
    extended: t`${count} extended`,
    unchanged: t`${count} unchanged`,
    kept: t`${count} kept`,
    skipped: t`${count} skipped`,
    'no-room': t`${count} without room`,
    refused: t`${count} refused`,
  }[outcome]
}
