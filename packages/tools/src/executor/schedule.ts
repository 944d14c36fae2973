import type { JsonObject, JsonValue, Tool } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { overlap } from '../shared/resolve-path.js'

export interface ScheduledCall {
  readonly name: string
  /** Arguments as the model wrote them. Anything but a JSON object makes the batch sequential. */
  readonly arguments: string
}

export interface ScheduleContext {
  /** Returns the concurrency of a tool, or `undefined` for an unknown tool, which runs alone. */
  concurrencyOf(name: string): Tool['concurrency'] | undefined
  /** Returns an absolute path with `~`, `.`, `..` and links resolved. */
  resolvePath(path: string): Promise<string>
}

/**
 * Returns whether the calls of one answer may run concurrently. False for fewer than two calls, for tools that must run
 * alone, and for arguments that are not JSON objects. Tools that declare paths must not touch the same file, or a
 * folder that contains the file of another call.
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
    // A path that cannot be resolved may refer to any file.
    return false
  }
}

/** Returns whether no path contains another. In segment order, a path directly precedes the paths inside it. */
function areDisjoint(paths: readonly string[]): boolean {
  const key = (path: string) => path.replaceAll(/[\\/]/g, '\u0000')
  const sorted = [...paths].sort((left, right) => (key(left) < key(right) ? -1 : 1))
  return sorted.every((path, index) => index === 0 || !overlap(sorted[index - 1] ?? '', path))
}

function toObject(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
