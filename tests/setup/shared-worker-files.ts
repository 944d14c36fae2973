import { globSync, readFileSync } from 'node:fs'

/** Node modules without state between test files. */
const harmless = [
  'assert',
  'buffer',
  'crypto',
  'events',
  'path',
  'stream',
  'stream/web',
  'timers/promises',
  'url',
  'util',
]

/**
 * Whether a test file can share its process with others: according to its text, it patches nothing and touches no process state. A worker per
 * file costs more than most of these tests.
 */
export function sharesWorker(text: string): boolean {
  if (/\bvi\.|\bprocess\.|\bglobalThis\b|\bstart[A-Z]\w*\(|await import\(/.test(text)) return false
  return [...text.matchAll(/from 'node:([\w/]+)'/g)].every(([, name = '']) => harmless.includes(name))
}

/**
 * Returns the test files that can share a worker. Only tests next to sources can: those in `tests/` watch processes, or
 * load the whole repository.
 */
export function sharedWorkerFiles(patterns: readonly string[]): readonly string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => /^(?:packages|apps)\//.test(file) && sharesWorker(readFileSync(file, 'utf8')))
}
