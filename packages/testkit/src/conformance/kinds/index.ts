import type { Kind } from '../kind.js'

/** Each kind loads its function with the first item that asks for it. */
const kinds: Readonly<Record<string, () => Promise<Kind>>> = {
  parallel: async () => (await import('./parallel.js')).parallel,
  path: async () => (await import('./path.js')).path,
  sanitise: async () => (await import('./sanitise.js')).sanitise,
  toolargs: async () => (await import('./toolargs.js')).toolargs,
}

/** @throws {TypeError} when there is no such kind. */
export async function loadKind(name: unknown): Promise<Kind> {
  const load = typeof name === 'string' && Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (load) return await load()
  throw new TypeError(`This version has no kind ${JSON.stringify(name)}. It has ${Object.keys(kinds).join(', ')}.`)
}
