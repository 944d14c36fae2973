import { type Job, payerOf } from '@hermes/scheduler'
import type { Budgets } from '../api/access/budgets.js'
import type { ChatRole } from '../chats/network/known-person.js'
import type { PeopleBudgets } from '../chats/people/people-budgets.js'

/** Why a firing of a job does not run now: the budget of who pays for it is spent. */
export type RefusalOfJob = (job: Job) => Promise<string | undefined>

export interface RefusalOfJobOptions {
  /** Absent if the store keeps no values. */
  readonly ofKeys?: Pick<Budgets, 'refusalOfJob'>
  /** Likewise. */
  readonly ofPeople?: Pick<PeopleBudgets, 'refusalOfJob'>
  /** `undefined` for somebody whom no network knows. */
  readonly roleOf: (personId: string) => Promise<ChatRole | undefined>
}

export function createRefusalOfJob({ ofKeys, ofPeople, roleOf }: RefusalOfJobOptions): RefusalOfJob {
  return async (job) => {
    const payer = payerOf(job)
    // A script costs nothing.
    if (payer === undefined || job.task.prompt === undefined) return undefined
    const ofKey = await ofKeys?.refusalOfJob({ id: payer })
    if (ofKey !== undefined) return ofKey
    const role = await roleOf(payer)
    return role && ofPeople?.refusalOfJob(payer, role)
  }
}
