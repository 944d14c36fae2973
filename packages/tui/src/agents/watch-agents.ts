import { setTimeout } from 'node:timers/promises'
import type { Component } from '@earendil-works/pi-tui'
import { describeError } from '@hermes/core'
import type { RpcClient } from '@hermes/rpc/client'
import { english } from '@hermes/safety/language'
import { fromHistory } from '../model/from-history.js'
import type { ViewState } from '../model/view-state.js'
import type { WatchedSession } from '../sessions/watched-session.js'
import type { Look } from '../view/look/look.js'
import { type AgentRow, withRunning } from './agent-tree.js'
import { AgentsPanel } from './agents-panel.js'

/** The terminal, for a panel in place of the input. */
export interface PanelScreen {
  /** The height of the terminal. */
  readonly rows: number
  /** Resolves when the panel is closed. */
  ask<Answer>(
    open: (end: (answer: Answer | undefined) => void) => Component,
    options: { readonly sessionId: string; readonly givesWay: boolean },
  ): Promise<Answer | undefined>
  /** Draws the current content of the panel. */
  refresh(): void
}

export interface WatchAgentsOptions {
  /** The session whose sub-agents are shown. */
  readonly session: WatchedSession
  readonly call: RpcClient['call']
  readonly screen: PanelScreen
  readonly look: Look
}

/** Pause between two requests to the server, in milliseconds. */
const pauseMs = 500

/** Number of stored messages shown for a sub-agent in the background. */
const shownMessages = 50

/** Shows the sub-agents of a session until the person closes the list. */
export async function watchAgents({ session, call, screen, look }: WatchAgentsOptions): Promise<void> {
  const closing = new AbortController()
  const { signal } = closing
  const { id: sessionId } = session
  /** Transcripts of sub-agents whose events the session does not have: those in the background. */
  const stored = new Map<string, ViewState>()
  let rows: readonly AgentRow[] = []
  let panel: AgentsPanel | undefined

  const attempt = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => {
      if (!signal.aborted) session.note('error', describeError(error))
    })
  const noteEnded = ({ goal }: AgentRow) => session.note('info', english`It has ended already: ${goal}`)
  async function steer(agent: AgentRow, text: string): Promise<void> {
    const { isAccepted } = await call('subagent.steer', { sessionId, subagentId: agent.id, text })
    if (isAccepted) session.note('info', english`Told the sub-agent "${agent.goal}": ${text}`)
    else noteEnded(agent)
  }
  async function stop(agent: AgentRow): Promise<void> {
    const { isInterrupted } = await call('subagent.interrupt', { sessionId, subagentId: agent.id })
    if (!isInterrupted) noteEnded(agent)
    await refresh()
  }
  async function pause(agent: AgentRow): Promise<void> {
    const { isPaused } = await call('subagent.pause', { sessionId, subagentId: agent.id })
    if (!isPaused) noteEnded(agent)
    await refresh()
  }
  async function resume(agent: AgentRow): Promise<void> {
    const { isResumed } = await call('subagent.resume', { sessionId, subagentId: agent.id })
    if (!isResumed) noteEnded(agent)
    await refresh()
  }
  async function refresh(): Promise<void> {
    const { subagents, background } = await call('delegation.status', { sessionId }, { signal })
    rows = withRunning(rows, subagents, Date.now())
    const id = panel?.opened?.id
    if (id !== undefined && !session.view.children[id]) {
      const history = await call('session.history', { sessionId: id, limit: shownMessages }, { signal })
      stored.set(id, fromHistory(history))
    }
    panel?.show(rows, background)
    screen.refresh()
  }
  async function follow(): Promise<void> {
    try {
      while (!signal.aborted) {
        await refresh()
        await setTimeout(pauseMs, undefined, { signal })
      }
    } catch (error) {
      // The session reports the end of the connection.
      if (!signal.aborted) session.note('warning', describeError(error))
    }
  }

  const closed = screen.ask<void>(
    (close) => {
      panel = new AgentsPanel({
        look,
        now: Date.now,
        rows: () => screen.rows,
        transcript: (id) => session.view.children[id] ?? stored.get(id),
        steer: (agent, text) => attempt(steer(agent, text)),
        stop: (agent) => attempt(stop(agent)),
        pause: (agent) => attempt(pause(agent)),
        resume: (agent) => attempt(resume(agent)),
        close: () => close(undefined),
      })
      return panel
    },
    { sessionId, givesWay: true },
  )
  const following = follow()
  await closed
  closing.abort()
  await following
}
