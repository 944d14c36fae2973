import type { JsonObject, JsonValue, Tool } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { overlap } from '../shared/resolve-path.js'

export interface ScheduledCall {
  readonly name: string
  /** As the model wrote them: what is no JSON object makes the batch sequential. */
  readonly arguments: string
}

export interface ScheduleContext {
  /** `undefined` for a tool that nobody knows: it runs alone. */
  concurrencyOf(name: string): Tool['concurrency'] | undefined
  /** Absolute, with `~`, `.`, `..` and links resolved. */
  resolvePath(path: string): Promise<string>
}

/**
 * Whether the calls of one answer may run side by side. One call or none is not parallel; a tool that must run alone, or
 * arguments that are no JSON object, make the batch sequential; tools with paths may not touch the same file, nor a
 * folder that holds the file of another.
 */
export async function canRunInParallel(calls: readonly ScheduledCall[], context: ScheduleContext): Promise<boolean> {
  if (calls.length <= 1) return false
  const scopes: string[] = []
  for (const call of calls) {
    const args = toObject(call.arguments)
    const concurrency = context.concurrencyOf(call.name)
    if (args === undefined || concurrency === undefined || concurrency === 'never') return false
    if (concurrency === 'safe') continue
    const paths = concurrency.paths(args)
    if (paths.length === 0 || paths.some((path) => path.trim() === '')) return false
    scopes.push(...paths)
  }
  try {
    return areDisjoint(await Promise.all(scopes.map((path) => context.resolvePath(path))))
  } catch {
    // A path that cannot be resolved might be any file.
    return false
  }
}

/** Sorted by segments, a path that holds another stands right before what it holds. */
function areDisjoint(paths: readonly string[]): boolean {
  const key = (path: string) => path.replaceAll(/[\\/]/g, '\u0000')
  const sorted = [...paths].sort((left, right) => (key(left) < key(right) ? -1 : 1))
  return sorted.every((path, index) => index === 0 || !overlap(sorted[index - 1] ?? '', path))
}

function toObject(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
