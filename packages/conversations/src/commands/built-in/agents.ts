import { hasRole } from '../../contracts/person.js'
import type { Command } from '../command.js'

export interface AgentsServices {
  /** What works in the background for a conversation: sub-agents and processes. */
  readonly background?: (id: string) => Promise<readonly BackgroundWork[]>
}

export interface BackgroundWork {
  readonly id: string
  /** `sub-agent`, `process`. */
  readonly kind: string
  readonly title: string
  readonly state: string
  readonly sinceMs: number
}

/** `/agents`: what runs now, for this conversation and beside it. */
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
      const work = [...turns, ...((await background?.(conversation.id)) ?? [])]
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
