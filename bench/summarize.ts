import type { Benchmark, Figures, Target } from './benchmark.ts'
import { median } from './median.ts'
import type { Rounds } from './run-benchmark.ts'

export interface Report {
  readonly id: string
  readonly title: string
  readonly floor: string
  readonly contenders: readonly ContenderReport[]
}

export interface ContenderReport {
  readonly name: string
  /** The medians over the rounds. */
  readonly median: Figures
  readonly minWallMs: number
  /** The median ratio of the wall time to the floor's in the same round. */
  readonly ratio: number
  /** The same ratio of the CPU time. NaN if it is not measured. */
  readonly cpuRatio: number
  readonly targets: readonly Verdict[]
}

export interface Verdict extends Target {
  readonly measured: number
  readonly isMet: boolean
}

export function summarize({ id, title, floor, targets }: Benchmark, rounds: Rounds): Report {
  const measured = targets.filter(({ against }) => against === undefined || rounds[against])
  return {
    id,
    title,
    floor,
    contenders: Object.keys(rounds).map((name) => ({
      name,
      median: medians(rounds[name] ?? []),
      minWallMs: Math.min(...valuesOf(rounds, name, 'wallMs')),
      ratio: ratioOf(rounds, 'wallMs', name, floor),
      cpuRatio: ratioOf(rounds, 'cpuMs', name, floor),
      targets: measured.filter((target) => target.contender === name).map((target) => judge(target, rounds)),
    })),
  }
}

function judge(target: Target, rounds: Rounds): Verdict {
  const { contender, figure, against, limit } = target
  const measured =
    against === undefined ? median(valuesOf(rounds, contender, figure)) : ratioOf(rounds, figure, contender, against)
  return { ...target, measured, isMet: measured <= limit }
}

/** Returns the median of the ratios per round: neighboring measurements were under the same load. */
function ratioOf(rounds: Rounds, figure: string, name: string, against: string): number {
  const divisors = valuesOf(rounds, against, figure)
  return median(valuesOf(rounds, name, figure).map((value, round) => value / (divisors[round] ?? Number.NaN)))
}

function medians(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((figures) => figures[name] ?? Number.NaN))]))
}

function valuesOf(rounds: Rounds, name: string, figure: string): readonly number[] {
  return (rounds[name] ?? []).map((figures) => figures[figure] ?? Number.NaN)
}
