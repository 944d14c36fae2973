import type { ResultOf } from '../../schemas/methods.js'
import type { MethodContext } from '../connection/client-connection.js'
import { toState } from '../events/to-state.js'
import type { LiveSession } from '../live/live-session.js'

/** Returns the current state of a session. */
export async function snapshotOf(
  session: LiveSession,
  { host }: Pick<MethodContext, 'host'>,
): Promise<ResultOf<'session.status'>> {
  const { id, conversation, workspace, notices } = session
  const record = await host.store.sessions.get(id)
  const { choice } = conversation
  const { model } = await workspace.agentFor(choice)
  return {
    sessionId: id,
    state: toState(conversation.state),
    choice,
    model: modelOf(model),
    workingDirectory: workspace.workingDirectory,
    isStored: record !== undefined,
    notices,
    ...(record?.title !== undefined && { title: record.title }),
  }
}

/** Returns a model as the protocol names it. */
export function modelOf({
  id,
  provider,
  contextWindow,
}: {
  readonly id: string
  readonly provider: string
  readonly contextWindow?: number
}) {
  return { id, provider, ...(contextWindow !== undefined && { contextWindow }) }
}
