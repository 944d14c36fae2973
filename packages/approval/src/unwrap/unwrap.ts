import type { Inner, Unwrap } from '../words/invocation.js'
import { containerFileUnwraps } from './container-files.js'
import { fedRunnerUnwraps } from './fed-runners.js'
import { finderUnwraps } from './finders.js'
import { hookUnwraps, unwrapEnvironment } from './hooks.js'
import { interpreterUnwraps } from './interpreters.js'
import { prefixUnwraps } from './prefixes/prefix-unwraps.js'
import { scheduleUnwraps } from './schedules.js'
import { shellUnwraps } from './shells.js'
import { sshOptionUnwraps } from './ssh-options.js'

const tables = [
  prefixUnwraps,
  shellUnwraps,
  interpreterUnwraps,
  finderUnwraps,
  hookUnwraps,
  fedRunnerUnwraps,
  containerFileUnwraps,
  scheduleUnwraps,
  sshOptionUnwraps,
]
const unwraps: ReadonlyMap<string, readonly Unwrap[]> = collect()

/** Returns what a program runs, as far as its arguments, input and environment show. */
export const unwrap: Unwrap = (invocation, context) => {
  const inner: Inner[] = invocation.environment.size > 0 ? unwrapEnvironment(invocation.environment) : []
  for (const look of unwraps.get(familyOf(invocation.name)) ?? []) inner.push(...look(invocation, context))
  return inner
}

/** Whether a program of this name is known to run others. */
export function hasUnwrap(name: string): boolean {
  return unwraps.has(familyOf(name))
}

/** Longer than the name of any known program. */
const longestName = 100

/** Returns the name that versions of a program share: `python3.12`, `lua5.4`, `ld-linux-x86-64.so.2`. */
export function familyOf(name: string): string {
  if (unwraps.has(name) || name.length > longestName) return name
  if (/^ld(?:-linux|-musl)?[\w.-]*\.so/.test(name)) return 'ld.so'
  if (/^qemu-(?!img|nbd|io|ga|system)/.test(name)) return 'qemu-user'
  const versionless = name.replace(/(?<![\d.-])[\d.-]+(?:\.exe)?$/, '').replace(/\.exe$/, '')
  if (/^vim?\.\w+$/.test(name)) return 'vim'
  return unwraps.has(versionless) ? versionless : name
}

function collect(): Map<string, Unwrap[]> {
  const byName = new Map<string, Unwrap[]>()
  for (const table of tables) {
    for (const [name, look] of Object.entries(table)) byName.set(name, [...(byName.get(name) ?? []), look])
  }
  return byName
}
