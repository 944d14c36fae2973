import type { AgentEvent, SubagentRunEvent } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import { formatDuration } from '../text/format.js'
import { outputTail } from '../text/output-tail.js'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'
import type { LiveRows } from './dock.js'
import { spinnerFrame } from './spinner.js'
import { previewCall } from './tool-line.js'

/** Running tools of a turn: one row each, the last lines of their output, and their sub-agents as a tree. */
export interface RunningTools {
  readonly isEmpty: boolean
  readonly rows: LiveRows
  see(event: AgentEvent): void
}

interface RunningTool {
  readonly name: string
  readonly preview: string
  readonly sinceMs: number
  progress: string
  readonly children: Map<string, RunningChild>
}

interface RunningChild {
  readonly goal: string
  readonly sinceMs: number
  doing: string
  readonly children: Map<string, RunningChild>
}

/** Number of running tools that are shown. The others are only counted. */
const shownTools = 6
const shownOutput = 4
/** Width below which the time is left out, in columns. */
const narrow = 30

export function createRunningTools({
  style,
  now = Date.now,
}: {
  readonly style: Style
  readonly now?: () => number
}): RunningTools {
  const running = new Map<string, RunningTool>()

  const row = (head: string, text: string, elapsedMs: number, columns: number) => {
    const time = columns < narrow ? '' : timeOf(elapsedMs)
    const room = columns - textWidth(head) - textWidth(time) - 3
    return `${head}${truncate(text, Math.max(0, room))}${time === '' ? '' : style.muted(`  ${time}`)}`
  }
  const toolRows = (tool: RunningTool, { columns, nowMs }: Parameters<LiveRows>[0]): readonly string[] => {
    const elapsed = nowMs - tool.sinceMs
    const head = `${style.accent(spinnerFrame(elapsed))} ${style.bold(truncate(tool.name, columns - 4))} `
    const first = row(head, tool.preview, elapsed, columns)
    if (tool.children.size > 0) return [first, ...childRows(tool.children, '  ', { columns, nowMs })]
    return [first, ...outputTail(tool.progress, { style, columns, maxLines: shownOutput })]
  }
  const childRows = (
    children: ReadonlyMap<string, RunningChild>,
    indent: string,
    view: Parameters<LiveRows>[0],
  ): readonly string[] =>
    [...children.values()].flatMap((child, index) => {
      const isLast = index === children.size - 1
      const head = style.muted(`${indent}${isLast ? '└' : '├'} `)
      const text = `${child.goal} · ${child.doing}`
      const first = row(head, text, view.nowMs - child.sinceMs, view.columns)
      return [first, ...childRows(child.children, `${indent}${isLast ? '  ' : '│ '}`, view)]
    })

  const seeChild = (children: Map<string, RunningChild>, { childSessionId, goal, event }: SubagentRunEvent) => {
    if (event.type === 'turn-end') return void children.delete(childSessionId)
    const known = children.get(childSessionId)
    const child = known ?? { goal: oneLine(goal), sinceMs: now(), doing: style.t`thinking`, children: new Map() }
    if (!known) children.set(childSessionId, child)
    if (event.type === 'subagent-event') seeChild(child.children, event)
    else child.doing = doingIn(event, style.t) ?? child.doing
  }

  return {
    get isEmpty() {
      return running.size === 0
    },
    rows(view) {
      const tools = [...running.values()]
      const hidden = tools.length - shownTools
      const rows = tools.slice(0, shownTools).flatMap((tool) => toolRows(tool, view))
      return hidden > 0 ? [...rows, style.muted(truncate(`  … ${style.t`${hidden} more`}`, view.columns - 1))] : rows
    },
    see(event) {
      if (event.type === 'tool-start') {
        const { call } = event
        const facts = { name: oneLine(call.function.name), preview: previewCall(event), sinceMs: now() }
        running.set(call.id, { ...facts, progress: '', children: new Map() })
      } else if (event.type === 'tool-end') running.delete(event.call.id)
      else if (event.type === 'turn-end') running.clear()
      else if (event.type === 'tool-progress') {
        const tool = running.get(event.callId)
        if (tool) tool.progress = event.text
      } else if (event.type === 'subagent-event') {
        const tool = running.get(event.callId)
        if (tool) seeChild(tool.children, event)
      }
    },
  }
}

function timeOf(elapsedMs: number): string {
  return elapsedMs < 1000 ? '' : formatDuration(Math.floor(elapsedMs / 1000) * 1000).replace('.0s', 's')
}

/** Returns what a sub-agent does after an event; `undefined` if that has not changed. */
function doingIn(event: AgentEvent, t: Translate): string | undefined {
  switch (event.type) {
    case 'tool-start':
      return `${oneLine(event.call.function.name)} ${previewCall(event)}`
    case 'tool-end':
    case 'iteration-start':
      return t`thinking`
    case 'question-open':
      return t`waiting for an answer`
    default:
      return undefined
  }
}
