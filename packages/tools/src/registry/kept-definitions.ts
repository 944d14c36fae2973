import { isDeepStrictEqual } from 'node:util'
import type { ToolDefinition } from '@hermes/core'

/**
 * Returns the objects of the last call for definitions that have not changed. Data about tools, such as their size in
 * tokens or their JSON in a request, is cached by object. The list is frozen, because only immutable data can be
 * cached.
 */
export function createKeptDefinitions(): (definitions: readonly ToolDefinition[]) => readonly ToolDefinition[] {
  const known = new Map<string, ToolDefinition>()
  let last: readonly ToolDefinition[] = []

  const keep = (made: ToolDefinition) => {
    const found = known.get(made.name)
    if (found && isDeepStrictEqual(found, made)) return found
    known.set(made.name, made)
    return made
  }
  return (definitions) => {
    const kept = definitions.map(keep)
    const isSame = kept.length === last.length && kept.every((definition, index) => definition === last[index])
    if (!isSame) last = Object.freeze(kept)
    return last
  }
}
