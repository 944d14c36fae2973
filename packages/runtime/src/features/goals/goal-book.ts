import type { JsonValue, SessionId, SessionStore } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import * as z from 'zod'

const goalSchema = z.object({
  text: z.string(),
  /** What else must hold. */
  conditions: z.array(z.string()),
  state: z.enum(['active', 'paused', 'reached']),
  /** How often the agent was told to go on. */
  rounds: z.int().min(0),
  /** What the judge said last. */
  reason: z.string(),
})

/** What a conversation is to reach, across its turns. */
export type Goal = Readonly<z.infer<typeof goalSchema>>

/** The goals of conversations, one for each. A session is known by any id of its conversation. */
export interface GoalBook {
  get(sessionId: SessionId): Promise<Goal | undefined>
  /** Atomic. `undefined` removes the goal. @returns the new goal. */
  change(sessionId: SessionId, change: (goal: Goal | undefined) => Goal | undefined): Promise<Goal | undefined>
}

const namespace = 'goals'

export function createGoalBook(store: SessionStore, values: NonNullable<SessionStore['values']>): GoalBook {
  /** The first session of the conversation; `undefined` before its first turn is stored. */
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
  // Most conversations have no goal, and the result of a refusal stays in memory until a major collection.
  return value === undefined ? undefined : goalSchema.safeParse(value).data
}
