import type { SessionStore } from '@hermes/core'
import type { RpcSubagent } from '../../contracts/rpc-host.js'
import type { ResultOf } from '../../schemas/methods.js'
import type { Handlers } from '../connection/client-connection.js'

/** Running sub-agents. */
export const subagentMethods = {
  async 'delegation.status'({ sessionId }, { client, host }) {
    const running = client.session(sessionId).workspace.subagents.of(sessionId)
    return { subagents: await Promise.all(running.map((child) => toRow(child, host.store))) }
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

async function toRow(
  { startedAtMs: sinceMs, ...child }: RpcSubagent,
  { sessions }: SessionStore,
): Promise<ResultOf<'delegation.status'>['subagents'][number]> {
  const model = (await sessions.get(child.id))?.model
  return { ...child, sinceMs, ...(model !== undefined && { model }) }
}
