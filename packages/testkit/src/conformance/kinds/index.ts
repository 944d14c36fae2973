import type { Kind } from '../kind.js'

const kinds: Readonly<Record<string, () => Promise<Kind>>> = {
  extract: async () => (await import('./extract.js')).extract,
  fire: async () => (await import('./fire/fire.js')).fire,
  gate: async () => (await import('./gate.js')).createGateKind(),
  parallel: async () => (await import('./parallel.js')).createParallelKind(),
  path: async () => (await import('./path.js')).path,
  redact: async () => (await import('./redact.js')).redact,
  sanitise: async () => (await import('./sanitise.js')).sanitise,
  scan: async () => (await import('./scan.js')).scan,
  schedule: async () => (await import('./schedule.js')).schedule,
  search: async () => (await import('./search.js')).createSearchKind(),
  toolargs: async () => (await import('./toolargs.js')).toolargs,
  url: async () => (await import('./url.js')).url,
}

export const kindNames: readonly string[] = Object.keys(kinds)

/** Loads a kind by its name. @throws {TypeError} when there is no such kind. */
export type LoadKind = (name: unknown) => Promise<Kind>

/** Creates a loader. Each kind imports its function when the first item needs it. */
export function createKindLoader(): LoadKind {
  const loaded = new Map<string, Promise<Kind>>()
  return async (name) => {
    const load = typeof name === 'string' && Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (typeof name !== 'string' || load === undefined) {
      throw new TypeError(`This version has no kind ${JSON.stringify(name)}. It has ${kindNames.join(', ')}.`)
    }
    const kind = loaded.get(name) ?? load()
    loaded.set(name, kind)
    return await kind
  }
}
