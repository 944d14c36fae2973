import type { Assessment } from '@hermes/core'
import { isPatternClass } from '../rules/pattern-classes.js'
import { matchesAny } from '../words/match-globs.js'

/**
 * Returns true when the user's list covers everything that a call is flagged for. An entry is an exact reason, or a
 * pattern with `*` and `?` for the flagged command. A pattern covers neither chained commands nor parts that only the
 * running shell knows.
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

/** Excludes paths that climb out of the folder that a pattern seems to confine them to. */
function isPlain(command: string): boolean {
  return !/(?:^|[\s/=])\.\.(?:[\s/]|$)/.test(command)
}
