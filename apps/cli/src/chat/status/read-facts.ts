import type { SessionId } from '@hermes/core'
import { activeGoal, type Runtime } from '@hermes/runtime'
import { batteryPercent } from './battery-percent.js'
import { gitBranch } from './git-branch.js'

/** Facts of the status line that are read from files and the store. */
export interface ReadFacts {
  readonly gitBranch?: string
  readonly goal?: string
  readonly batteryPercent?: number
}

export interface FactsPlace extends Pick<Runtime, 'store'> {
  readonly sessionId: SessionId
  readonly workingDirectory: string
  /** Fields that are shown. Others are not read. */
  readonly fields: readonly string[]
}

export async function readFacts({ sessionId, workingDirectory, store, fields }: FactsPlace): Promise<ReadFacts> {
  const ifShown = async <Fact>(field: string, read: () => Promise<Fact | undefined>) =>
    fields.includes(field) ? read() : undefined
  const [branch, goal, battery] = await Promise.all([
    ifShown('git_branch', () => gitBranch(workingDirectory)),
    ifShown('goal', () => activeGoal(store, sessionId)),
    ifShown('battery', () => batteryPercent()),
  ])
  return {
    ...(branch !== undefined && { gitBranch: branch }),
    ...(goal !== undefined && { goal }),
    ...(battery !== undefined && { batteryPercent: battery }),
  }
}
