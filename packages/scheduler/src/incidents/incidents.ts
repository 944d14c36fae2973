import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import type { Job } from '../jobs/job.js'
import type { Run } from '../ledger/run.js'

const incidentSchema = z
  .object({
    /** The job's id with the kind: there is one incident of each. */
    id: z.string(),
    jobId: z.string(),
    /** `failing`: several failures in a row. `cut-off`: the process ended during a run. `undelivered`: a result did not arrive. */
    kind: z.enum(['failing', 'cut-off', 'undelivered']),
    /** `resolved`: a later run succeeded. `closed`: a person acknowledged it. */
    state: z.enum(['open', 'resolved', 'closed']),
    text: z.string(),
    /** How often it happened. */
    count: z.number(),
    firstAtMs: z.number(),
    lastAtMs: z.number(),
  })
  .readonly()
/** Something about a job that a person should look at. */
export type Incident = z.infer<typeof incidentSchema>

export interface Incidents {
  /** Newest first. */
  list(): Promise<readonly Incident[]>
  /** Closes an incident. `undefined`: there is no such open one. */
  acknowledge(id: string): Promise<Incident | undefined>
  /** Opens, counts or resolves the incidents of a job after a run. */
  note(job: Job, run: Run): Promise<void>
  /** Forgets the incidents of a job. */
  remove(jobId: string): Promise<void>
}

const namespace = 'cron.incidents'
const kinds = ['failing', 'cut-off', 'undelivered'] as const

export interface IncidentOptions {
  readonly values: ValueTable
  readonly now: () => number
  /** See `SchedulerSettings`. */
  readonly failuresToAlert: number
}

export function createIncidents({ values, now, failuresToAlert }: IncidentOptions): Incidents {
  const change = async (id: string, next: (incident: Incident | undefined) => Incident | undefined) =>
    toIncident(
      await values.update(namespace, id, (stored) => {
        const incident = toIncident(stored)
        const changed = next(incident)
        return changed === incident ? stored : changed
      }),
    )

  const open = (jobId: string, kind: Incident['kind'], text: string) =>
    change(`${jobId}:${kind}`, (known) => {
      const isOpen = known?.state === 'open'
      const firstAtMs = isOpen ? known.firstAtMs : now()
      return {
        id: `${jobId}:${kind}`,
        jobId,
        kind,
        state: 'open',
        text,
        count: isOpen ? known.count + 1 : 1,
        firstAtMs,
        lastAtMs: now(),
      }
    })

  return {
    async list() {
      const rows = await values.list(namespace)
      return rows.flatMap(({ value }) => toIncident(value) ?? []).sort((one, other) => other.lastAtMs - one.lastAtMs)
    },
    async acknowledge(id) {
      let isClosed = false
      const incident = await change(id, (known) => {
        isClosed = known?.state === 'open'
        return known && isClosed ? { ...known, state: 'closed' } : known
      })
      return isClosed ? incident : undefined
    },
    async note(job, run) {
      const found = new Map<Incident['kind'], string>()
      const lost = run.deliveries.filter(({ state }) => state !== 'delivered')
      if (run.state === 'cut-off') found.set('cut-off', 'The process ended during a run.')
      if (lost.length > 0)
        found.set('undelivered', lost.map(({ target, detail }) => `${target}: ${detail ?? 'unknown'}`).join('; '))
      if (job.failures >= failuresToAlert)
        found.set('failing', `${job.failures} failures in a row: ${run.reason ?? ''}`)
      for (const [kind, text] of found) await open(job.id, kind, text)
      if (run.state !== 'completed') return
      for (const kind of kinds) {
        if (found.has(kind)) continue
        await change(`${job.id}:${kind}`, (known) =>
          known?.state === 'open' ? { ...known, state: 'resolved' } : known,
        )
      }
    },
    async remove(jobId) {
      for (const kind of kinds) await values.update(namespace, `${jobId}:${kind}`, () => undefined)
    },
  }
}

function toIncident(value: JsonValue | undefined): Incident | undefined {
  return incidentSchema.safeParse(value).data
}
