import type { FaultName } from '../faults/fault.js'
import type { Moment } from '../world/moment.js'
import type { Faults } from '../world/open-world.js'
import type { NetworkName } from '../world/world-network.js'
import type { NetworkProof } from './chat-proof.js'
import type { JobProof } from './job-proof.js'

export interface ProofReport {
  readonly isProven: boolean
  readonly seed: number
  readonly store: 'sqlite' | 'postgres'
  readonly replicas: number
  readonly seconds: number
  /** The longest time until everything that was owed after a kill was answered, in milliseconds. */
  readonly slowestSettleMs: number
  /** Number of killed processes, by what they were doing. */
  readonly kills: Readonly<Partial<Record<Moment | 'idle', number>>>
  readonly faults: Readonly<Faults & Record<FaultName, number>>
  /** Number of orderly stops that reached their time limit. The gateway then ends itself, and loses nothing. */
  readonly forcedStops: number
  /** Number of times that a person wrote several messages to one chat at once. Networks with `batch_seconds` join them. */
  readonly bursts: number
  readonly commands: number
  readonly networks: Readonly<Record<NetworkName, Omit<NetworkProof, 'problems'>>>
  readonly jobs: Omit<JobProof, 'problems'>
  readonly problems: readonly string[]
}

const mostProblems = 20

/** Returns the report as text for people. */
export function reportText(report: ProofReport): string {
  const { kills, faults, networks, jobs, problems, seconds, seed, store, replicas } = report
  const total = Object.values(kills).reduce((sum, count) => sum + count, 0)
  const byMoment = Object.entries(kills).map(([moment, count]) => `${moment} ${count}`)
  const lines = [
    `Killed ${total} times in ${seconds} s (${byMoment.join(', ')}), ${store}, ${count(replicas, 'replica')}, seed ${seed}`,
    `Slowest recovery: ${(report.slowestSettleMs / 1000).toFixed(1)} s`,
    `Faults of the networks: redeliveries ${faults.redeliveries}, floods ${faults.floods}, lost answers ${faults.lostAnswers}, cut connections ${faults.cuts}, hanging sends ${faults.hangs}`,
    `Clocks were wrong ${count(faults.clockJumps, 'time')}, gateways stopped in order ${count(faults.restarts, 'time')}, ${report.forcedStops} of them by the time limit`,
    ...(store === 'postgres' ? [`The database went away ${count(faults.databaseCuts, 'time')}`] : []),
    ...(faults.fullDisks > 0 ? [`The disk was full ${count(faults.fullDisks, 'time')}`] : []),
    `People wrote ${count(report.bursts, 'burst')} and ${count(report.commands, 'command')} among their messages`,
    ...Object.entries(networks).map(
      ([name, { messages, answered, labelledRepeats, cutCommands, partsLeft }]) =>
        `${name}: ${answered} of ${messages} messages answered, ${labelledRepeats} sent again with a note, ${count(cutCommands, 'command')} cut off and told, ${partsLeft} beginnings left`,
    ),
    `jobs: ${jobs.jobs}, ${jobs.completed} completed, ${jobs.cutOff} cut off and told, ${jobs.labelledRepeats} told again with a note`,
    ...problems.slice(0, mostProblems).map((problem) => `✗ ${problem}`),
    ...(problems.length > mostProblems ? [`✗ and ${problems.length - mostProblems} more`] : []),
    report.isProven
      ? 'Each message was answered once and in order, and each job ran once.'
      : `${count(problems.length, 'problem')}.`,
  ]
  return `${lines.join('\n')}\n`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
