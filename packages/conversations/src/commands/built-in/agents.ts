import type { Subagent } from '../../contracts/conversation-state.js'
import { hasRole } from '../../contracts/person.js'
import type { Command } from '../command.js'

export interface AgentsServices {
  /** Background work of a conversation: sub-agents and processes. */
  readonly background?: (id: string) => Promise<readonly BackgroundWork[]>
}

export interface BackgroundWork {
  readonly id: string
  /** `sub-agent`, `process`. */
  readonly kind: string
  readonly title: string
  readonly state: string
  /** Absent if unknown. */
  readonly sinceMs?: number | undefined
}

/** `/agents`: lists the running work of this conversation. */
export function agentsCommand({ background }: AgentsServices = {}): Command {
  return {
    name: 'agents',
    aliases: ['tasks'],
    description: 'show what runs now',
    category: 'info',
    async run(_, { conversation, conversations, person, store }) {
      const shown = hasRole(person, 'admin')
        ? conversations.live
        : conversations.live.filter((live) => live === conversation)
      const running = shown.flatMap(({ id, state }) => (state.activity === 'idle' ? [] : [{ id, state }]))
      const turns = await Promise.all(
        running.map(async ({ id, state }) => ({
          id,
          kind: 'turn',
          title: (await store.sessions.get(id))?.title ?? '',
          state: state.activity,
          sinceMs: state.turn.startedAtMs,
        })),
      )
      const agents = running.flatMap(({ state }) => (state.subagents ?? []).map(toWork))
      const beside = (await background?.(conversation.id)) ?? []
      const work = [...turns, ...agents, ...beside.filter(({ id }) => agents.every((agent) => agent.id !== id))]
      if (work.length === 0) return { type: 'text', text: 'Nothing runs.' }
      return {
        type: 'table',
        columns: [
          { key: 'kind', label: 'Kind' },
          { key: 'id', label: 'Id' },
          { key: 'state', label: 'State' },
          { key: 'sinceMs', label: 'Since', format: 'time' },
          { key: 'title', label: 'Title' },
        ],
        rows: work.map(({ id, kind, title, state, sinceMs }) => ({ id, kind, title, state, sinceMs })),
      }
    },
  }
}

function toWork({ id, goal, sinceMs, doing = 'beginning' }: Subagent): BackgroundWork {
  return { id, kind: 'sub-agent', title: goal, state: doing, sinceMs }
}
