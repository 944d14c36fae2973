import type { Assessment } from '@hermes/core'
import { isPatternClass } from '../rules/pattern-classes.js'
import { matchesAny } from './deny-globs.js'

/**
 * Whether a list that the user keeps allows all that a call is flagged for. An entry is a reason, word for word, or a pattern
 * with `*` and `?` for the command that is flagged: a pattern never covers what is chained to that command, nor a part that
 * only the running shell would know.
 */
export function coversAll(entries: readonly string[], { reasons, findings = [] }: Assessment): boolean {
  if (entries.length === 0) return false
  const classes = new Set(entries)
  return reasons.every((reason) => {
    if (!isPatternClass(reason)) return false
    if (classes.has(reason)) return true
    const commands = findings.filter((finding) => finding.reason === reason)
    return (
      commands.length > 0 &&
      commands.every(({ command }) => command !== undefined && isPlain(command) && matchesAny(entries, [command]))
    )
  })
}

/** A path that climbs out of where a pattern seems to keep it is not covered. */
function isPlain(command: string): boolean {
  return !/(?:^|[\s/=])\.\.(?:[\s/]|$)/.test(command)
}
