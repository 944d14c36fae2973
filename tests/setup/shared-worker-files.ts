import { globSync, readFileSync } from 'node:fs'

/** Modules of Node that keep nothing from one test file to the next. */
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
 * Whether a test file can share its process with others: it patches nothing and touches nothing that belongs to the process, as far as its
 * text shows. A worker for each file costs more than most of these take.
 */
export function sharesWorker(text: string): boolean {
  if (/\bvi\.|\bprocess\.|\bglobalThis\b|\bstart[A-Z]\w*\(|await import\(/.test(text)) return false
  return [...text.matchAll(/from 'node:([\w/]+)'/g)].every(([, name = '']) => harmless.includes(name))
}

/** Of the tests beside sources: those of `tests/` watch processes, or what the whole repository loads. */
export function sharedWorkerFiles(patterns: readonly string[]): readonly string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => /^(?:packages|apps)\//.test(file) && sharesWorker(readFileSync(file, 'utf8')))
}
