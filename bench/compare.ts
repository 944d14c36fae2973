import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContenderReport, Report } from './summarize.ts'

const file = join(import.meta.dirname, 'recorded.json')
/** The growth of a ratio that may be due to chance. */
const tolerance = 1.15

/** The ratios to the floor by benchmark, contender and figure. */
type Recorded = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>

/** Replaces the recorded ratios of the benchmarks that were measured. */
export function record(reports: readonly Report[]): void {
  const measured = reports.map(({ id, floor, contenders }) => [
    id,
    Object.fromEntries(contenders.filter(({ name }) => name !== floor).map((each) => [each.name, ratiosOf(each)])),
  ])
  writeFileSync(file, `${JSON.stringify({ ...read(), ...Object.fromEntries(measured) }, undefined, 2)}\n`)
}

/**
 * Returns one line for each ratio that is more than 15% above the recorded one, and one for each that was never
 * recorded.
 */
export function compare(reports: readonly Report[]): string {
  const recorded = read()
  const lines = reports.flatMap(({ id, contenders }) =>
    contenders.flatMap((contender) =>
      Object.entries(ratiosOf(contender)).flatMap(([figure, ratio]) => {
        const before = recorded[id]?.[contender.name]?.[figure]
        if (before === undefined || ratio <= before * tolerance) return []
        const percent = Math.round((ratio / before - 1) * 100)
        return `REGRESSION ${id}, ${contender.name}: ${figure} ${ratio} x floor, recorded ${before} (+${percent} %)`
      }),
    ),
  )
  const unknown = reports.filter(({ id }) => !recorded[id]).map(({ id }) => id)
  if (unknown.length > 0) lines.push(`Nothing is recorded to compare with: ${unknown.join(', ')}.`)
  return lines.length > 0 ? lines.join('\n') : 'No ratio is more than 15 % above the recorded one.'
}

function ratiosOf({ ratio, cpuRatio }: ContenderReport): Readonly<Record<string, number>> {
  const ratios = { wall: ratio, cpu: cpuRatio }
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([name, value]) =>
      Number.isFinite(value) ? [[name, Number(value.toFixed(2))]] : [],
    ),
  )
}

function read(): Recorded {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
