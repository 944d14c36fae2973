import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import { type Run, runSchema } from './run.js'

/** The newest runs of each job and how each ended. */
export interface RunTable {
  get(jobId: string, id: string): Promise<Run | undefined>
  /** Returns the runs, newest first. */
  list(jobId: string): Promise<readonly Run[]>
  /** Replaces a run atomically and resolves to the new one. */
  update(jobId: string, id: string, change: (run: Run | undefined) => Run): Promise<Run>
  /** Removes all but the newest runs. */
  prune(jobId: string, keep: number): Promise<void>
}

export function createRunTable(values: ValueTable): RunTable {
  const list = async (jobId: string) => {
    const rows = await values.list(namespaceOf(jobId))
    return rows.flatMap(({ value }) => toRun(value) ?? []).sort((one, other) => other.startedAtMs - one.startedAtMs)
  }
  return {
    list,
    async get(jobId, id) {
      return toRun(await values.get(namespaceOf(jobId), id))
    },
    async update(jobId, id, change) {
      let changed: Run | undefined
      await values.update(namespaceOf(jobId), id, (stored) => {
        const run = toRun(stored)
        changed = change(run)
        return changed === run ? stored : changed
      })
      // `update` has called the function at least once.
      return changed ?? change(undefined)
    },
    async prune(jobId, keep) {
      for (const { id } of (await list(jobId)).slice(keep)) {
        await values.update(namespaceOf(jobId), id, () => undefined)
      }
    },
  }
}

function namespaceOf(jobId: string): string {
  return `cron.runs ${jobId}`
}

function toRun(value: JsonValue | undefined): Run | undefined {
  return runSchema.safeParse(value).data
}
