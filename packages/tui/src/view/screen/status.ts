import { type Component, truncateToWidth, visibleWidth } from '@earendil-works/pi-tui'
import { clock } from '../../model/clock.js'
import { type RunningChild, runningChildren } from '../../model/running-children.js'
import { thousands } from '../../model/thousands.js'
import type { ViewState } from '../../model/view-state.js'
import type { Look } from '../look/look.js'
import type { DrawStatus, SessionFacts } from './draw-status.js'

type ViewFacts = Omit<
  SessionFacts,
  'sessionId' | 'workingDirectory' | 'model' | 'contextWindow' | 'title' | 'approvals'
>

export interface StatusFacts extends Omit<SessionFacts, keyof ViewFacts> {
  /** The activity of the sessions that are not shown. */
  readonly others?: {
    readonly count: number
    readonly running: number
    readonly waiting: number
    readonly unread: number
  }
}

const marks: Readonly<Record<string, string>> = { completed: '✓', in_progress: '▸', cancelled: '✗' }

/** Maximum number of sub-agents shown at once. */
const mostChildren = 5

/** The rows above the input: the agent's tasks, and what waits. */
export class Above implements Component {
  readonly #look: Look
  readonly #view: () => ViewState
  readonly #now: () => number
  readonly #isLow: () => boolean

  constructor(
    look: Look,
    view: () => ViewState,
    { now = Date.now, isLow = () => false }: { readonly now?: () => number; readonly isLow?: () => boolean } = {},
  ) {
    this.#look = look
    this.#view = view
    this.#now = now
    this.#isLow = isLow
  }

  render(width: number): string[] {
    const view = this.#view()
    const { todos, queued, activity, doing, progress, children, turnSinceMs } = view
    const { style, clean, t } = this.#look
    const isOpen = todos.some(({ status }) => status !== 'completed' && status !== 'cancelled')
    const tasks = isOpen ? todos.map(({ content, status }) => `${marks[status] ?? '○'} ${content}`) : []
    const waiting = queued.map(({ text }) => `⏎ ${text.replaceAll('\n', ' ')}`)
    const keys = Object.keys(children).length > 0 ? t`Esc interrupts, Ctrl+T: sub-agents` : t`Esc interrupts`
    const ranMs = turnSinceMs === undefined ? 0 : this.#now() - turnSinceMs
    const time = ranMs < 1_000 || activity === 'waiting' ? '' : `${clock(ranMs)} · `
    const turn = activity === 'waiting' ? t`waiting for you` : t.of(doing)
    const command = progress === undefined ? [] : [`${clean(t.of(progress))}… ${keys}`]
    const busy = activity === 'idle' ? command : [`${turn}… ${time}${keys}`]
    const agents = activity === 'idle' ? [] : childRows(runningChildren(view), this.#look)
    const rows = [...agents, ...tasks, ...waiting].map((row) => style.muted(clean(row)))
    const distance = this.#isLow() ? [] : ['']
    return [...distance, ...rows, ...busy.map((row) => style.warning(row))].map((row) => truncateToWidth(row, width))
  }

  /** Does nothing, because nothing is cached. */
  invalidate(): void {
    return
  }
}

/** Draws the activity of the turn's sub-agents. Ctrl+T shows all of it. */
function childRows(running: readonly RunningChild[], { t }: Look): readonly string[] {
  const shown = running
    .slice(0, mostChildren)
    .map(({ goal, doing }) => `${goal} · ${doing === '' ? t`thinking` : t.of(doing)}`)
  const more = running.length - shown.length
  const rows = more > 0 ? [...shown, t`… ${more} more`] : shown
  return rows.map((row, index) => `${index === rows.length - 1 ? '└' : '├'} ${row.replaceAll('\n', ' ')}`)
}

export interface StatusLineOptions {
  /** Draws the row. Default: model, context and title. */
  readonly draw?: DrawStatus
  /** Returns whether the terminal is too low for the row. Default: it never is. */
  readonly isLow?: () => boolean
  /** Requests another frame. Default: what `draw` learns late waits for the next one. */
  readonly redraw?: () => void
}

/** The rows below the input: other sessions, the queue, and the facts of this session. */
export class StatusLine implements Component {
  readonly #look: Look
  readonly #view: () => ViewState
  readonly #draw: DrawStatus
  readonly #isLow: () => boolean
  readonly #redraw: () => void
  facts: StatusFacts = { sessionId: '', workingDirectory: '', model: '' }

  constructor(
    look: Look,
    view: () => ViewState,
    { draw, isLow = () => false, redraw = () => undefined }: StatusLineOptions = {},
  ) {
    this.#look = look
    this.#view = view
    this.#draw = draw ?? ((facts) => drawFacts(facts, look))
    this.#isLow = isLow
    this.#redraw = redraw
  }

  render(width: number): string[] {
    if (this.#isLow()) return []
    const { style, t } = this.#look
    if (this.facts.sessionId === '') return [truncateToWidth(style.status(t`opening…`), width)]
    const view = this.#view()
    const { queued } = view
    const separator = style.status(' · ')
    const before = [...this.#others(), ...(queued.length > 0 ? [style.status(t`${queued.length} queued`)] : [])]
    const used = before.reduce((sum, part) => sum + visibleWidth(part) + visibleWidth(separator), 0)
    const own = this.#draw({ ...this.facts, ...viewFacts(view) }, Math.max(0, width - used), this.#redraw)
    return [truncateToWidth([...before, own].filter((part) => part !== '').join(separator), width)]
  }

  /** Does nothing, because nothing is cached. */
  invalidate(): void {
    return
  }

  #others(): string[] {
    const { count = 0, waiting = 0, running = 0, unread = 0 } = this.facts.others ?? {}
    if (count === 0) return []
    const { warning, muted } = this.#look.style
    const { t } = this.#look
    const calm = [...(running > 0 ? [t`${running} running`] : []), ...(unread > 0 ? [t`${unread} unread`] : [])]
    const states = [...(waiting > 0 ? [warning(t`${waiting} waiting for you`)] : []), ...calm.map(muted)]
    const name = muted(`Ctrl+X: ${t.count(count, 'other session')}`)
    return [states.length === 0 ? name : `${name}${muted(t`, `)}${states.join(muted(t`, `))}`]
  }
}

function viewFacts({ contextTokens, compressions, pace, activity, turnSinceMs, idleSinceMs }: ViewState): ViewFacts {
  const { latencyMs, tokensPerSecond } = pace
  return {
    contextTokens,
    compressions,
    ...(latencyMs !== undefined && { latencyMs }),
    ...(tokensPerSecond !== undefined && { tokensPerSecond }),
    ...(activity !== 'idle' && turnSinceMs !== undefined && { turnSinceMs }),
    ...(activity === 'idle' && idleSinceMs !== undefined && { idleSinceMs }),
  }
}

function drawFacts({ model, contextWindow, contextTokens, title }: SessionFacts, { style, clean, t }: Look): string {
  const share = contextWindow ? ` (${Math.round((contextTokens / contextWindow) * 100)} %)` : ''
  const used = thousands(contextTokens)
  const parts = [
    model,
    contextWindow ? t`${used} of ${thousands(contextWindow)} tokens${share}` : t`${used} tokens`,
    ...(title === undefined ? [] : [title]),
  ]
  return style.status(clean(parts.join(' · ')))
}
