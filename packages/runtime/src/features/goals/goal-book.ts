import type { JsonValue, SessionId, SessionStore } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import * as z from 'zod'

const goalSchema = z.object({
  text: z.string(),
  /** Additional conditions that must hold. */
  conditions: z.array(z.string()),
  state: z.enum(['active', 'paused', 'reached']),
  /** How many times the agent was told to continue. */
  rounds: z.int().min(0),
  /** The reason that the judge gave last. */
  reason: z.string(),
})

/** The goal of a conversation, across its turns. */
export type Goal = Readonly<z.infer<typeof goalSchema>>

/** The goals of conversations, at most one for each. A session can be any session of the conversation. */
export interface GoalBook {
  get(sessionId: SessionId): Promise<Goal | undefined>
  /** Changes a goal atomically. `undefined` removes it. @returns the new goal. */
  change(sessionId: SessionId, change: (goal: Goal | undefined) => Goal | undefined): Promise<Goal | undefined>
}

const namespace = 'goals'

export function createGoalBook(store: SessionStore, values: NonNullable<SessionStore['values']>): GoalBook {
  /** Returns the first session of the conversation; `undefined` before its first turn is stored. */
  async function rootIn(sessionId: SessionId): Promise<SessionId | undefined> {
    const record = await store.sessions.get(sessionId)
    return record && (await rootOf(store, record)).id
  }

  return {
    async get(sessionId) {
      return toGoal(await values.get(namespace, (await rootIn(sessionId)) ?? sessionId))
    },
    async change(sessionId, change) {
      const root = await rootIn(sessionId)
      // Deleting the conversation deletes its goal.
      const options = root === undefined ? {} : { sessionId: root }
      return toGoal(await values.update(namespace, root ?? sessionId, (value) => change(toGoal(value)), options))
    },
  }
}

function toGoal(value: JsonValue | undefined): Goal | undefined {
  // Most conversations have no goal, and the result of a failed parse stays in memory until a major collection.
  return value === undefined ? undefined : goalSchema.safeParse(value).data
}
