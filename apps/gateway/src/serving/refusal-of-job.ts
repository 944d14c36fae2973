import type { SessionId } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { type Job, payerOf } from '@hermes/scheduler'
import type { Budgets } from '../api/access/budgets.js'
import { holderOf } from '../api/request/caller.js'
import type { Access } from '../chats/people/access.js'
import type { HasChat } from '../chats/people/has-chat.js'
import type { PeopleBudgets } from '../chats/people/people-budgets.js'
import { writesToChats } from '../chats/people/writes-to-chats.js'

/** Returns why a scheduled run does not happen now: its payer may no longer use the agent, or their budget is spent. */
export type RefusalOfJob = (job: Job) => Promise<string | undefined>

export interface RefusalOfJobOptions extends Pick<Access, 'roleOf'> {
  /** Whether the chat of a conversation still belongs to a person. `undefined`: the owner. */
  readonly hasChat: HasChat
  readonly ofKeys: Pick<Budgets, 'knows' | 'refusalOfJob'>
  readonly ofPeople: Pick<PeopleBudgets, 'refusalOfJob'>
}

export function createRefusalOfJob({ ofKeys, ofPeople, roleOf, hasChat }: RefusalOfJobOptions): RefusalOfJob {
  return async (job) => {
    const payer = payerOf(job)
    const chat = chatOf(job)
    if (chat !== undefined && !(await hasChat(chat, payer)))
      return english`The account of its chat may not write to this agent any more, or belongs to somebody else now.`
    if (payer === undefined) return undefined
    // A script costs nothing.
    const isFree = job.task.prompt === undefined
    const key = holderOf({ userId: payer })
    if (key !== undefined) {
      if (!(await ofKeys.knows(key))) return english`Its key is not in the settings any more.`
      return isFree ? undefined : ofKeys.refusalOfJob({ id: payer })
    }
    const role = await roleOf(payer)
    if (role === undefined) {
      return writesToChats(payer) ? english`Its person may not write to this agent any more.` : undefined
    }
    // The conversation may have tools that guests may not use.
    if (role === 'guest' && job.enters !== undefined) return english`Guests have no heartbeat.`
    return isFree ? undefined : ofPeople.refusalOfJob(payer, role)
  }
}

/** Returns the conversation whose chat gets the messages of the job without being named. */
function chatOf({ enters, origin, deliver }: Job): SessionId | undefined {
  return enters ?? (deliver.includes('origin') ? origin : undefined)
}
