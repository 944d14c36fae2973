import type { SessionId } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Subagent } from '../../../contracts/conversation-state.js'
import { hasRole } from '../../../contracts/person.js'
import type { Command, CommandContext } from '../../command.js'

export interface AgentsServices {
  /** Returns the background work of a conversation, besides sub-agents. */
  readonly background?: (id: string) => Promise<readonly BackgroundWork[]>
  readonly subagents?: RunningSubagents
}

/** The running sub-agents of conversations, of their turns and in the background. */
export interface RunningSubagents {
  /** Returns the running sub-agents at all depths, in the order in which they started. */
  of(conversation: SessionId): readonly RunningSubagent[]
  /** Sends text to the model of a sub-agent. Returns `false` when the sub-agent has ended. */
  steer(conversation: SessionId, id: SessionId, text: string): boolean
  /** Ends a sub-agent together with its own sub-agents. Returns `false` when it has ended already. */
  interrupt(conversation: SessionId, id: SessionId): boolean
  /**
   * Pauses a sub-agent and its own sub-agents: they take no further step until they are resumed. Returns `false` when
   * it has ended.
   */
  pause(conversation: SessionId, id: SessionId): boolean
  /** Resumes a sub-agent and its own sub-agents. Returns `false` when it has ended. */
  resume(conversation: SessionId, id: SessionId): boolean
}

export interface RunningSubagent {
  /** The session of the sub-agent. */
  readonly id: SessionId
  /** The session of the agent that started it. */
  readonly parentId: SessionId
  readonly goal: string
  readonly startedAtMs: number
  readonly state: 'waiting' | 'running' | 'paused' | 'stopping'
  /** The running tool, or `thinking`. */
  readonly doing: string
}

export interface BackgroundWork {
  readonly id: string
  /** The kind of work: `sub-agent`, `process`. */
  readonly kind: string
  readonly title: string
  readonly state: string
  /** How long it has been running. Absent if unknown. */
  readonly sinceMs?: number | undefined
}

const help = 'Use /agents, /agents steer ID TEXT or /agents pause|resume|kill ID.'

/** `/agents`: lists the running work of this conversation, and steers, pauses, resumes or ends a sub-agent. */
export function agentsCommand({ background, subagents }: AgentsServices = {}): Command {
  const own = (id: SessionId) => subagents?.of(id) ?? []
  return {
    name: 'agents',
    aliases: ['tasks'],
    ...(subagents && { usage: '[steer ID TEXT | pause|resume|kill ID]' }),
    description: subagents ? 'show running work; steer, pause or end a sub-agent' : 'show running work',
    category: 'info',
    async complete(prefix, { conversation }) {
      const running = own(conversation.id)
      return actions
        .flatMap((action) => running.map(({ id, goal }) => ({ text: `${action} ${id}`, detail: goal })))
        .filter(({ text }) => text.startsWith(prefix))
    },
    async run(args, context) {
      if (args === '') return list(context, own(context.conversation.id), background)
      const [, action, wanted = '', text = ''] = /^(steer|pause|resume|kill)\s+(\S+)\s*(.*)$/s.exec(args) ?? []
      if (!subagents || !isAction(action)) return { type: 'error', text: help }
      const { id: conversation } = context.conversation
      const found = own(conversation).filter(({ id }) => id.endsWith(wanted))
      const [agent] = found
      if (!agent) return { type: 'error', text: `No sub-agent with the id "${wanted}" is running: see /agents.` }
      if (found.length > 1) return { type: 'error', text: `Several ids end in "${wanted}": give more of it.` }
      if (action === 'steer' && text === '') return { type: 'error', text: help }
      if (!act[action](subagents, { conversation, id: agent.id, text }))
        return { type: 'error', text: `It has ended already: ${agent.goal}` }
      return { type: 'text', text: done[action](agent) }
    },
  }
}

const actions = ['steer', 'pause', 'resume', 'kill'] as const

type Action = (typeof actions)[number]

function isAction(text: string | undefined): text is Action {
  return actions.some((action) => action === text)
}

interface Target {
  readonly conversation: SessionId
  readonly id: SessionId
  readonly text: string
}

/** The effect of each action. `false` means that the sub-agent has ended. */
const act: Readonly<Record<Action, (subagents: RunningSubagents, target: Target) => boolean>> = {
  steer: (subagents, { conversation, id, text }) => subagents.steer(conversation, id, text),
  pause: (subagents, { conversation, id }) => subagents.pause(conversation, id),
  resume: (subagents, { conversation, id }) => subagents.resume(conversation, id),
  kill: (subagents, { conversation, id }) => subagents.interrupt(conversation, id),
}

const done: Readonly<Record<Action, (agent: RunningSubagent) => string>> = {
  steer: ({ goal }) => `Told the sub-agent: ${goal}`,
  pause: ({ goal }) => `Paused: ${goal}`,
  resume: ({ goal }) => `Resumed: ${goal}`,
  kill: ({ goal }) => `Ended: ${goal}`,
}

async function list(
  { conversation, conversations, person, store }: CommandContext,
  subagents: readonly RunningSubagent[],
  background: AgentsServices['background'],
): Promise<CommandOutcome> {
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
  const own = nested(subagents)
  const ofOthers = running
    .flatMap(({ state }) => (state.subagents ?? []).map(fromEvents))
    .filter(({ id }) => own.every((agent) => agent.id !== id))
  const work = [...turns, ...own, ...ofOthers, ...((await background?.(conversation.id)) ?? [])]
  if (work.length === 0) return { type: 'text', text: 'Nothing runs.' }
  return {
    type: 'table',
    columns: [
      { key: 'kind', label: 'Kind', format: 'words' },
      { key: 'id', label: 'Id' },
      { key: 'state', label: 'State', format: 'words' },
      { key: 'sinceMs', label: 'Since', format: 'time' },
      { key: 'title', label: 'Title' },
    ],
    rows: work.map(({ id, kind, title, state, sinceMs }) => ({ id, kind, title, state, sinceMs })),
  }
}

/** Lists each sub-agent, followed by the sub-agents that it started. */
function nested(agents: readonly RunningSubagent[]): readonly BackgroundWork[] {
  const ids = new Set(agents.map(({ id }) => id))
  const withChildren = (agent: RunningSubagent, indent: string): BackgroundWork[] => {
    const { id, goal, startedAtMs: sinceMs, state, doing } = agent
    const work = { id, kind: 'sub-agent', title: indent + goal, state: state === 'running' ? doing : state, sinceMs }
    const children = agents.filter(({ parentId }) => parentId === id)
    return [work, ...children.flatMap((child) => withChildren(child, `${indent}└ `))]
  }
  return agents.filter(({ parentId }) => !ids.has(parentId)).flatMap((agent) => withChildren(agent, ''))
}

/** Describes a sub-agent of a conversation that runs elsewhere, as reported by its events. */
function fromEvents({ id, goal, sinceMs, doing = 'beginning' }: Subagent): BackgroundWork {
  return { id, kind: 'sub-agent', title: goal, state: doing, sinceMs }
}
