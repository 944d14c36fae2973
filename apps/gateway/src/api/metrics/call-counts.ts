import { addUsage, noUsage, type Usage } from '@hermes/core'

/** Sums over the model calls of this process: those of turns, sub-agents, scheduled jobs and side tasks. */
export interface CallCounts {
  /** Adds a call. `task` is `turn`, or the side task. */
  add(task: string, usage: Usage): void
  readonly byTask: ReadonlyMap<string, Usage>
}

export function createCallCounts(): CallCounts {
  const byTask = new Map<string, Usage>()
  return {
    byTask,
    add(task, usage) {
      byTask.set(task, addUsage(byTask.get(task) ?? noUsage, usage))
    },
  }
}
