import type { SessionId, SessionStore } from '@hermes/core'
import type { RpcSubagent, RpcWorkspace } from '../../contracts/rpc-host.js'
import type { ResultOf } from '../../schemas/methods.js'
import type { Handlers } from '../connection/client-connection.js'

/** Methods for running sub-agents. */
export const subagentMethods = {
  async 'delegation.status'({ sessionId }, { client, host }) {
    const { workspace } = client.session(sessionId)
    const running = workspace.subagents.of(sessionId)
    const [subagents, background] = await Promise.all([
      Promise.all(running.map((child) => toRow(child, host.store))),
      backgroundOf(sessionId, workspace, host.store),
    ])
    return { subagents, background }
  },
  'subagent.steer'({ sessionId, subagentId, text }, { client }) {
    const { subagents } = client.session(sessionId).workspace
    return { isAccepted: subagents.steer(sessionId, subagentId, text) }
  },
  'subagent.interrupt'({ sessionId, subagentId }, { client }) {
    const { subagents } = client.session(sessionId).workspace
    return { isInterrupted: subagents.interrupt(sessionId, subagentId) }
  },
  'subagent.pause'({ sessionId, subagentId }, { client }) {
    const { subagents } = client.session(sessionId).workspace
    return { isPaused: subagents.pause(sessionId, subagentId) }
  },
  'subagent.resume'({ sessionId, subagentId }, { client }) {
    const { subagents } = client.session(sessionId).workspace
    return { isResumed: subagents.resume(sessionId, subagentId) }
  },
} satisfies Partial<Handlers>

type Status = ResultOf<'delegation.status'>

async function backgroundOf(
  own: SessionId,
  { processes, conversations }: Pick<RpcWorkspace, 'processes' | 'conversations'>,
  { sessions }: SessionStore,
): Promise<NonNullable<Status['background']>> {
  const turns = conversations.live.flatMap(({ id, state }) =>
    id === own || state.activity === 'idle' ? [] : [{ id, state }],
  )
  const titles = await Promise.all(turns.map(async ({ id }) => (await sessions.get(id))?.title ?? ''))
  return [
    ...((await processes?.(own)) ?? []).map(({ id, command, startedAtMs }) => ({
      id,
      kind: 'process',
      title: command,
      state: 'running',
      sinceMs: startedAtMs,
    })),
    ...turns.map(({ id, state: { activity, turn } }, place) => ({
      id,
      kind: 'turn',
      title: titles[place] ?? '',
      state: activity,
      sinceMs: turn.startedAtMs,
    })),
  ]
}

async function toRow(
  { startedAtMs: sinceMs, ...child }: RpcSubagent,
  { sessions }: SessionStore,
): Promise<Status['subagents'][number]> {
  const model = (await sessions.get(child.id))?.model
  return { ...child, sinceMs, ...(model !== undefined && { model }) }
}
