import { type Component, Input, matchesKey, truncateToWidth } from '@earendil-works/pi-tui'
import type { ViewState } from '../model/view-state.js'
import type { Look } from '../view/look/look.js'
import { Transcript } from '../view/transcript/transcript.js'
import { type AgentRow, treeOf } from './agent-tree.js'
import { drawAgent } from './draw-agent.js'
import { type BackgroundWork, drawBackground } from './draw-background.js'

export interface AgentsPanelOptions {
  readonly look: Look
  readonly now: () => number
  /** Returns the number of available rows. */
  readonly rows: () => number
  /** Returns what a sub-agent has said and done, or `undefined` while it is being loaded. */
  transcript(id: string): ViewState | undefined
  steer(agent: AgentRow, text: string): void
  stop(agent: AgentRow): void
  pause(agent: AgentRow): void
  resume(agent: AgentRow): void
  close(): void
}

/** `steer` and `stop` ask about the selected sub-agent. */
type Mode = 'look' | 'steer' | 'stop'

/** The sub-agents of a session as a tree, in place of the input. Enter opens the transcript of one. */
export class AgentsPanel implements Component {
  readonly #options: AgentsPanelOptions
  readonly #transcript: Transcript
  #input = new Input()
  #agents: readonly AgentRow[] | undefined
  #background: readonly BackgroundWork[] = []
  #selected: string | undefined
  #isOpen = false
  #mode: Mode = 'look'
  /** Number of transcript rows below the visible ones. */
  #scrolled = 0

  constructor(options: AgentsPanelOptions) {
    this.#options = options
    this.#transcript = new Transcript(options.look)
  }

  /** The sub-agent whose transcript is open. */
  get opened(): AgentRow | undefined {
    return this.#isOpen ? this.#agent : undefined
  }

  /** Shows what runs now: sub-agents, and background work without a transcript. */
  show(agents: readonly AgentRow[], background: readonly BackgroundWork[] = []): void {
    this.#agents = agents
    this.#background = background
    this.#selected ??= treeOf(agents)[0]?.agent.id
    // The sub-agent in question has just ended.
    if (this.#mode !== 'look' && !isRunning(this.#agent)) this.#mode = 'look'
  }

  handleInput(data: string): void {
    if (this.#mode === 'steer') this.#input.handleInput(data)
    else if (this.#mode === 'stop') this.#confirm(data)
    else this.#look(data)
  }

  render(width: number): string[] {
    const { border } = this.#options.look.style
    const rule = border('─'.repeat(width))
    const body = this.#isOpen ? this.#transcriptRows(width) : this.#treeRows(width)
    return [rule, ...body, ...this.#footer(width), rule]
  }

  invalidate(): void {
    this.#input.invalidate()
  }

  get #agent(): AgentRow | undefined {
    return this.#agents?.find(({ id }) => id === this.#selected)
  }

  #look(data: string): void {
    const agent = this.#agent
    if (matchesKey(data, 'escape')) this.#leave()
    else if (matchesKey(data, 'up')) this.#move(-1)
    else if (matchesKey(data, 'down')) this.#move(1)
    else if (matchesKey(data, 'pageUp')) this.#scroll(this.#height)
    else if (matchesKey(data, 'pageDown')) this.#scroll(-this.#height)
    else if (matchesKey(data, 'ctrl+o')) this.#transcript.isExpanded = !this.#transcript.isExpanded
    else if (matchesKey(data, 'enter') && agent) this.#isOpen = true
    else if (data === 's' && isRunning(agent)) this.#askForText(agent)
    else if (data === 'k' && isRunning(agent)) this.#mode = 'stop'
    else if (data === 'p' && isRunning(agent)) this.#turn(agent)
  }

  #turn(agent: AgentRow): void {
    if (agent.state === 'paused') this.#options.resume(agent)
    else this.#options.pause(agent)
  }

  #confirm(data: string): void {
    const agent = this.#agent
    if (data === 'y' && agent) this.#options.stop(agent)
    if (data === 'y' || data === 'n' || matchesKey(data, 'escape')) this.#mode = 'look'
  }

  #askForText(agent: AgentRow): void {
    this.#input = new Input({ prompt: this.#options.look.t`Tell it: ` })
    this.#input.focused = true
    this.#input.onEscape = () => {
      this.#mode = 'look'
    }
    this.#input.onSubmit = (text) => {
      this.#mode = 'look'
      if (text.trim() !== '') this.#options.steer(agent, text)
    }
    this.#mode = 'steer'
  }

  #leave(): void {
    if (!this.#isOpen) this.#options.close()
    this.#isOpen = false
    this.#scrolled = 0
  }

  #move(step: number): void {
    if (this.#isOpen) {
      this.#scroll(-step)
      return
    }
    const ids = treeOf(this.#agents ?? []).map(({ agent }) => agent.id)
    const place = this.#selected === undefined ? 0 : ids.indexOf(this.#selected) + step
    this.#selected = ids[Math.min(Math.max(place, 0), ids.length - 1)]
  }

  #scroll(rows: number): void {
    this.#scrolled = Math.max(0, this.#scrolled + rows)
  }

  /** The height without rules, footer, and the visible part of the conversation. */
  get #height(): number {
    return Math.max(3, this.#options.rows() - 8)
  }

  #treeRows(width: number): string[] {
    const { look, now } = this.#options
    const { bold, muted } = look.style
    const { t } = look
    if (!this.#agents) return [muted(t`Sub-agents …`)]
    const background = drawBackground(this.#background, { width, look, nowMs: now() })
    if (this.#agents.length === 0) return [muted(t`No sub-agent is running.`), ...background]
    const rows = treeOf(this.#agents)
    const place = rows.findIndex(({ agent }) => agent.id === this.#selected)
    const height = Math.max(1, this.#height - background.length)
    const first = Math.max(0, Math.min(place - height + 1, rows.length - height))
    const shown = rows.slice(first, first + height)
    return [
      bold(t`Sub-agents`),
      ...shown.map((row) => drawAgent(row, { width, look, nowMs: now(), isSelected: row.agent.id === this.#selected })),
      ...background,
    ]
  }

  #transcriptRows(width: number): string[] {
    const agent = this.#agent
    if (!agent) return []
    const { look, now, transcript } = this.#options
    const head = drawAgent({ agent, indent: '' }, { width, look, nowMs: now(), isSelected: true })
    const view = transcript(agent.id)
    if (!view) return [head, look.style.muted('…')]
    this.#transcript.show(view.blocks, agent.id)
    const all = this.#transcript.render(width)
    const rows = this.#transcript.shorten() === 0 ? all : this.#transcript.render(width)
    this.#scrolled = Math.min(this.#scrolled, Math.max(0, rows.length - this.#height))
    const end = rows.length - this.#scrolled
    return [head, ...rows.slice(Math.max(0, end - this.#height), end)]
  }

  #footer(width: number): string[] {
    const { style, t } = this.#options.look
    const { muted, warning } = style
    if (this.#mode === 'steer') return this.#input.render(width)
    if (this.#mode === 'stop') {
      return [warning(t`End it, with its own sub-agents? y: yes · n: no`)].map((row) => truncateToWidth(row, width))
    }
    const agent = this.#agent
    const turn = agent?.state === 'paused' ? t`p: resume` : t`p: pause`
    const acts = isRunning(agent) ? [t`s: steer`, turn, t`k: end`] : []
    const keys = this.#isOpen
      ? [t`↑↓: scroll`, ...acts, t`Esc: back`]
      : [...(agent ? [t`Enter: transcript`] : []), ...acts, t`Esc: close`]
    return [truncateToWidth(muted(keys.join(' · ')), width)]
  }
}

function isRunning(agent: AgentRow | undefined): agent is AgentRow {
  return agent !== undefined && /^(running|waiting|paused)$/.test(agent.state)
}
