import { type Component, truncateToWidth } from '@earendil-works/pi-tui'
import type { ViewState } from '../model/view-state.js'
import type { Look } from './look.js'
import { thousands } from './thousands.js'

export interface StatusFacts {
  readonly model: string
  readonly contextWindow?: number
  readonly title?: string
  /** What the sessions do that are not shown. */
  readonly others?: {
    readonly count: number
    readonly running: number
    readonly waiting: number
    readonly unread: number
  }
}

const marks: Readonly<Record<string, string>> = { completed: '✓', in_progress: '▸', cancelled: '✗' }

/** Above the input: the tasks of the agent, and what waits. */
export class Above implements Component {
  readonly #look: Look
  readonly #view: () => ViewState

  constructor(look: Look, view: () => ViewState) {
    this.#look = look
    this.#view = view
  }

  render(width: number): string[] {
    const { todos, queued, activity, doing, children } = this.#view()
    const { style, clean } = this.#look
    const isOpen = todos.some(({ status }) => status !== 'completed' && status !== 'cancelled')
    const tasks = isOpen ? todos.map(({ content, status }) => `${marks[status] ?? '○'} ${content}`) : []
    const waiting = queued.map(({ text }) => `⏎ ${text.replaceAll('\n', ' ')}`)
    const keys = Object.keys(children).length > 0 ? 'Esc interrupts, Ctrl+T: sub-agents' : 'Esc interrupts'
    const busy = activity === 'idle' ? [] : [`${activity === 'waiting' ? 'waiting for you' : doing}… ${keys}`]
    const rows = [...tasks, ...waiting].map((row) => style.dim(clean(row)))
    return ['', ...rows, ...busy.map((row) => style.yellow(row))].map((row) => truncateToWidth(row, width))
  }

  /** Nothing is kept. */
  invalidate(): void {
    return
  }
}

/** Below the input: model, context, queue. */
export class StatusLine implements Component {
  readonly #look: Look
  readonly #view: () => ViewState
  facts: StatusFacts = { model: '' }

  constructor(look: Look, view: () => ViewState) {
    this.#look = look
    this.#view = view
  }

  render(width: number): string[] {
    const { model, contextWindow, title } = this.facts
    const { contextTokens, queued } = this.#view()
    const share = contextWindow ? ` (${Math.round((contextTokens / contextWindow) * 100)} %)` : ''
    const parts = [
      model,
      `${thousands(contextTokens)}${contextWindow ? ` of ${thousands(contextWindow)}` : ''} tokens${share}`,
      ...(queued.length > 0 ? [`${queued.length} queued`] : []),
      ...(title === undefined ? [] : [title]),
    ]
    const { style, clean } = this.#look
    const others = this.#others()
    return [truncateToWidth([...others, style.dim(clean(parts.join(' · ')))].join(style.dim(' · ')), width)]
  }

  /** Nothing is kept. */
  invalidate(): void {
    return
  }

  #others(): string[] {
    const { count = 0, waiting = 0, running = 0, unread = 0 } = this.facts.others ?? {}
    if (count === 0) return []
    const { yellow, dim } = this.#look.style
    const calm = [`${running} running`, `${unread} unread`].filter((text) => !text.startsWith('0 '))
    const states = [...(waiting > 0 ? [yellow(`${waiting} waiting for you`)] : []), ...calm.map(dim)]
    const name = dim(`Ctrl+X: ${count} other session${count === 1 ? '' : 's'}`)
    return [states.length === 0 ? name : `${name}${dim(', ')}${states.join(dim(', '))}`]
  }
}
