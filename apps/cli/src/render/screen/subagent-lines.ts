import type { AgentEvent, SubagentRunEvent, TurnOutcome } from '@hermes/core'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'
import { previewCall, toolLine } from './tool-line.js'

/** Changes of the screen for one event of a sub-agent. */
export interface SubagentStep {
  /** Whole lines to append, or empty. */
  readonly output: string
  /** Current activity. Absent if the event has none. */
  readonly status?: string
}

export interface SubagentLinesOptions {
  readonly style: Style
  readonly columns: () => number
}

/** Shows the work of sub-agents, one line per action, prefixed with the number of the agent: `2 ● read_file b.txt  3 lines`. */
export function createSubagentLines({ style, columns }: SubagentLinesOptions) {
  const names = new Map<string, string>()
  const running = new Map<string, string>()

  /** Returns `2`, or `2.1` for the first sub-agent started by number 2. */
  const nameOf = (id: string, parent: string | undefined) => {
    const known = names.get(id)
    if (known !== undefined) return known
    const siblings = [...names.values()].filter((name) => parentOf(name) === parent).length
    const name = parent === undefined ? `${siblings + 1}` : `${parent}.${siblings + 1}`
    names.set(id, name)
    return name
  }
  const line = (name: string, render: (width: number) => string) => {
    const prefix = `  ${name} `
    return `${style.muted(prefix)}${render(Math.max(20, columns() - textWidth(prefix)))}\n`
  }
  const said = (name: string, mark: string, text: string) =>
    line(name, (width) => `${mark} ${style.muted(truncate(oneLine(text), width - 2))}`)

  function step(name: string, key: string, goal: string, event: AgentEvent): SubagentStep {
    switch (event.type) {
      case 'turn-start':
        // A correction is another turn for the same task.
        return { output: event.resumed ? '' : said(name, style.accent('▸'), goal), status: style.t`${name} thinking` }
      case 'tool-start':
        running.set(`${key}/${event.call.id}`, previewCall(event))
        return { output: '', status: `${name} ${oneLine(event.call.function.name)} ${previewCall(event)}` }
      case 'tool-end': {
        const { call, message, isError, durationMs, amount, refusal } = event
        const preview = running.get(`${key}/${call.id}`) ?? ''
        running.delete(`${key}/${call.id}`)
        const facts = { ...(amount && { amount }), ...(refusal !== undefined && { refusal }) }
        const result = { content: message.content, isError, durationMs, ...facts }
        const finished = { name: call.function.name, preview, ...result }
        return {
          output: line(name, (width) => toolLine(finished, { style, columns: width })),
          status: style.t`${name} thinking`,
        }
      }
      case 'question-open':
        return { output: '', status: style.t`${name} waiting for an answer` }
      case 'notice':
        return { output: said(name, style.warning('!'), style.t.of(event.text)) }
      case 'turn-end':
        return { output: said(name, ...ending(event.outcome, style)) }
      case 'subagent-event':
        return see(event, name)
      default:
        return { output: '' }
    }
  }
  function see({ childSessionId, goal, event }: SubagentRunEvent, parent?: string): SubagentStep {
    return step(nameOf(childSessionId, parent), childSessionId, goal, event)
  }
  return { see: (event: SubagentRunEvent): SubagentStep => see(event) }
}

function parentOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot === -1 ? undefined : name.slice(0, dot)
}

function ending(outcome: TurnOutcome, style: Style): readonly [mark: string, text: string] {
  switch (outcome.status) {
    case 'completed':
      return [style.success('✓'), outcome.text]
    case 'failed':
      return [style.error('✗'), style.t.of(outcome.error.message)]
    case 'interrupted':
      return [style.error('✗'), style.t.of(outcome.reason)]
    default:
      return [style.warning('!'), outcome.text]
  }
}
