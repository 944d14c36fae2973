import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import type { Job } from '../jobs/job.js'
import { cutOffReason } from '../ledger/cut-off-reason.js'
import type { Receipt, Run } from '../ledger/run.js'

const incidentSchema = z
  .object({
    /** The job's id with the kind, because there is one incident of each kind. */
    id: z.string(),
    jobId: z.string(),
    /**
     * `failing`: several consecutive failures. `cut-off`: a run was cut off. `undelivered`: a result did not arrive.
     */
    kind: z.enum(['failing', 'cut-off', 'undelivered']),
    /**
     * `alerted`: open, and every target of the job was notified or its message waits. `resolved`: a later run
     * succeeded. `closed`: a person acknowledged it.
     */
    state: z.enum(['open', 'alerted', 'resolved', 'closed']),
    /** The run whose message reports the incident. */
    alertedBy: z.string().optional(),
    text: z.string(),
    /** How often it happened. */
    count: z.number(),
    firstAtMs: z.number(),
    lastAtMs: z.number(),
  })
  .readonly()
/** Something about a job that a person should look at. */
export type Incident = z.infer<typeof incidentSchema>

/** Whether a person should still look at the incident. */
export function isOpen({ state }: Pick<Incident, 'state'>): boolean {
  return state === 'open' || state === 'alerted'
}

export interface Incidents {
  /** Returns the incidents, newest first. */
  list(): Promise<readonly Incident[]>
  /** Closes an incident. Resolves to `undefined` if there is no such open incident. */
  acknowledge(id: string): Promise<Incident | undefined>
  /**
   * Opens the incident of a job that has failed too often in a row, before the result of the run is sent.
   * @returns what the message of this run adds, the same when it is sent again. `undefined` once all targets were
   * notified by the message of one run.
   */
  alert(job: Job, run: Run, settings: IncidentSettings): Promise<string | undefined>
  /**
   * Returns whether a person has acknowledged that the job fails, and it has not succeeded since. In that case, the
   * targets are not notified of further failures.
   */
  isAcknowledged(job: Job, run: Run, settings: IncidentSettings): Promise<boolean>
  /** Opens, counts or resolves the incidents of a job after a run. */
  note(job: Job, run: Run, settings: IncidentSettings): Promise<void>
  /**
   * Opens or resolves the incidents of a run's deliveries. `receipts` are the new ones, because a message that waited
   * changes its receipt later.
   */
  noteDeliveries(run: Run, receipts: readonly Receipt[]): Promise<void>
  /** Removes the incidents of a job. */
  remove(jobId: string): Promise<void>
}

const namespace = 'cron.incidents'
const kinds = ['failing', 'cut-off', 'undelivered'] as const

/** See `SchedulerSettings`. */
export interface IncidentSettings {
  readonly failuresToAlert: number
}

export interface IncidentOptions {
  readonly values: ValueTable
  readonly now: () => number
  /** See `SchedulerOptions`. */
  readonly alertText?: AlertText
}

/** A job that keeps failing. */
export interface JobAlert {
  readonly incident: Pick<Incident, 'id' | 'jobId'>
  /** Number of consecutive failures. */
  readonly failures: number
}

/** Formats the alert that the targets of a job receive with its latest failure. */
export type AlertText = (alert: JobAlert) => string

export function createIncidents({ values, now, alertText = usualAlert }: IncidentOptions): Incidents {
  const change = async (id: string, next: (incident: Incident | undefined) => Incident | undefined) =>
    toIncident(
      await values.update(namespace, id, (stored) => {
        const incident = toIncident(stored)
        const changed = next(incident)
        return changed === incident ? stored : changed
      }),
    )

  const again = (jobId: string, kind: Incident['kind'], text: string, known: Incident | undefined): Incident => {
    const id = `${jobId}:${kind}`
    const times = { firstAtMs: now(), lastAtMs: now() }
    if (!known || !isOpen(known)) return { id, jobId, kind, state: 'open', text, count: 1, ...times }
    return { ...known, text, count: known.count + 1, lastAtMs: now() }
  }
  const open = (jobId: string, kind: Incident['kind'], text: string) =>
    change(`${jobId}:${kind}`, (known) => again(jobId, kind, text, known))
  const resolve = (jobId: string, kind: Incident['kind']) =>
    change(`${jobId}:${kind}`, (known) => (known && isOpen(known) ? { ...known, state: 'resolved' } : known))

  async function noteDeliveries(run: Run, receipts: readonly Receipt[]): Promise<void> {
    const { jobId } = run
    if (hasFailed(run)) {
      const state = run.deliveries.some((receipt) => receipt.state === 'failed') ? 'open' : 'alerted'
      await change(`${jobId}:failing`, (known) =>
        known && isOpen(known) && known.alertedBy === run.id ? { ...known, state } : known,
      )
    }
    const lost = receipts.filter(({ state }) => state === 'failed' || state === 'unknown')
    if (lost.length > 0) {
      await open(jobId, 'undelivered', lost.map(({ target, detail }) => `${target}: ${detail ?? 'unknown'}`).join('; '))
    } else if (run.state === 'completed' && run.deliveries.every(({ state }) => state === 'delivered')) {
      await resolve(jobId, 'undelivered')
    }
  }

  return {
    async list() {
      const rows = await values.list(namespace)
      return rows.flatMap(({ value }) => toIncident(value) ?? []).sort((one, other) => other.lastAtMs - one.lastAtMs)
    },
    async acknowledge(id) {
      let isClosed = false
      const incident = await change(id, (known) => {
        isClosed = known !== undefined && isOpen(known)
        return known && isClosed ? { ...known, state: 'closed' } : known
      })
      return isClosed ? incident : undefined
    },
    async isAcknowledged(job, run, { failuresToAlert }) {
      if (!hasFailed(run) || job.failures + 1 <= failuresToAlert) return false
      return toIncident(await values.get(namespace, `${job.id}:failing`))?.state === 'closed'
    },
    async alert(job, run, { failuresToAlert }) {
      const failures = job.failures + 1
      if (!hasFailed(run) || failures < failuresToAlert) return undefined
      const incident = await change(`${job.id}:failing`, (known) => {
        // Once a person has acknowledged it, further failures are not reported.
        const isKnown = known?.state === 'alerted' || (known?.state === 'closed' && failures > failuresToAlert)
        if (isKnown || known?.alertedBy === run.id) return known
        return { ...again(job.id, 'failing', textOfStreak(failures, run), known), alertedBy: run.id }
      })
      return incident && isOpen(incident) && incident.alertedBy === run.id
        ? alertText({ incident, failures })
        : undefined
    },
    noteDeliveries,
    async note(job, run, { failuresToAlert }) {
      if (run.state === 'cut-off') await open(job.id, 'cut-off', cutOffReason)
      await noteDeliveries(run, run.deliveries)
      if (hasFailed(run) && job.failures >= failuresToAlert) {
        const text = textOfStreak(job.failures, run)
        await change(`${job.id}:failing`, (known) => {
          // The alert of this run has already counted it.
          if (known?.alertedBy === run.id || known?.state === 'closed') return known
          return again(job.id, 'failing', text, known)
        })
      }
      if (run.state !== 'completed') return
      await resolve(job.id, 'failing')
      await resolve(job.id, 'cut-off')
    },
    async remove(jobId) {
      for (const kind of kinds) await values.update(namespace, `${jobId}:${kind}`, () => undefined)
    },
  }
}

function hasFailed({ state, isStopped }: Run): boolean {
  return (state === 'failed' || state === 'cut-off') && !isStopped
}

function textOfStreak(failures: number, { reason = '' }: Run): string {
  return `${failures} failures in a row: ${reason}`
}

function usualAlert({ failures }: JobAlert): string {
  return `It has failed ${failures} times in a row.`
}

function toIncident(value: JsonValue | undefined): Incident | undefined {
  return incidentSchema.safeParse(value).data
}
