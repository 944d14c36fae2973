import type { SessionStore } from '@hermes/core'
import type { Question } from '@hermes/core/questions'

/** Returns the approvals that were answered in these sessions, oldest first. */
export async function decidedIn(
  { questions }: Pick<SessionStore, 'questions'>,
  sessionIds: ReadonlySet<string>,
): Promise<readonly Question[]> {
  if (!questions) return []
  const found = await Promise.all(
    [...sessionIds].map((rootSessionId) => questions.find({ rootSessionId, state: 'answered' })),
  )
  return found
    .flat()
    .filter(({ kind, sessionId }) => kind === 'approval' && sessionIds.has(sessionId))
    .toSorted((left, right) => left.createdAtMs - right.createdAtMs)
}
