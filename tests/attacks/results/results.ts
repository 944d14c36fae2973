import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Wall } from '../world/enter-world.ts'

export type SurfaceName = 'gateway' | 'chat'
export const surfaceNames: readonly SurfaceName[] = ['gateway', 'chat']

/** One line that `main.ts` prints. */
export interface OutcomeLine {
  readonly group: string
  readonly name: string
  readonly effects: readonly string[]
  readonly questions: number
  readonly results: readonly string[]
}

/** The results for one class: how many ways were tried, and the names of those that had an effect. */
export interface ClassResult {
  readonly ways: number
  readonly effects: readonly string[]
}

export type Results = Readonly<Record<Wall, Readonly<Record<SurfaceName, Readonly<Record<string, ClassResult>>>>>>

export const resultsFile = join(import.meta.dirname, 'results.json')

/** Returns the latest recorded results. */
export function recordedResults(): Results {
  return JSON.parse(readFileSync(resultsFile, 'utf8'))
}

export function parseOutcomes(printed: string): readonly OutcomeLine[] {
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

export function summarize(outcomes: readonly OutcomeLine[]): Readonly<Record<string, ClassResult>> {
  const groups = Map.groupBy(outcomes, ({ group }) => group)
  const found = [...groups].map(([group, tried]): [string, ClassResult] => [
    group,
    { ways: tried.length, effects: tried.filter(({ effects }) => effects.length > 0).map(({ name }) => name) },
  ])
  return Object.fromEntries(found)
}
