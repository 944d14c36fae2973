import type { AgentEvent, JsonObject } from '@hermes/core'
import type { PlatformLimits } from '@hermes/core/platform'
import { measureText } from '@hermes/platforms'
import { oneLine } from '@hermes/safety'
import { createRedactor } from '@hermes/safety/redact'
import { inertLine } from '../../network/inert-line.js'

/** What people see of a turn's tools: nothing (with `log`, calls are logged), names, calls, or calls with longer arguments. */
export type ToolProgress = 'off' | 'log' | 'new' | 'all' | 'verbose'

export interface ToolLinesOptions {
  readonly progress: ToolProgress
  readonly limit: PlatformLimits['text']
}

/** A line for each tool call of a turn. */
export interface ToolLines {
  /** @returns whether the lines changed. */
  see(event: AgentEvent): boolean
  /** Marks calls that are still running as cut off. */
  end(): void
  /** Returns the latest lines that fit into one message. Empty before the first call. */
  text(): string
}

interface Line {
  readonly tool: string
  readonly about: string
  readonly running: Set<string>
  count: number
  hasFailed: boolean
}

type ToolStart = Extract<AgentEvent, { readonly type: 'tool-start' }>

const mostLines = 8
/** Maximum length of arguments, in characters. */
const longest = { off: 0, log: 0, new: 0, all: 40, verbose: 200 }

export function createToolLines({ progress, limit }: ToolLinesOptions): ToolLines {
  const lines: Line[] = []
  const byCall = new Map<string, Line>()
  const redactor = createRedactor()
  let earlier = 0

  function begin({ call, args, summary = firstText(args) }: ToolStart): Line {
    const tool = inertLine(call.function.name)
    const last = lines.at(-1)
    if (progress === 'new' && last?.tool === tool) return last
    const about = longest[progress] === 0 ? '' : argumentsOf(redactor.redact(summary), longest[progress])
    const line = { tool, about, running: new Set<string>(), count: 0, hasFailed: false }
    lines.push(line)
    if (lines.length > mostLines) {
      lines.shift()
      earlier += 1
    }
    return line
  }

  function textOf(shown: readonly Line[]): string {
    const before = earlier + lines.length - shown.length
    return [...(before > 0 ? [`… ${before} before`] : []), ...shown.map(lineText)].join('\n')
  }

  return {
    see(event) {
      if (event.type === 'tool-start') {
        const { id } = event.call
        // The known state of running tools is repeated for slow readers.
        if (byCall.has(id)) return false
        const line = begin(event)
        line.count += 1
        line.running.add(id)
        byCall.set(id, line)
        return true
      }
      const line = event.type === 'tool-end' ? byCall.get(event.call.id) : undefined
      if (!line || event.type !== 'tool-end') return false
      // Some providers restart the numbering of calls in each answer.
      byCall.delete(event.call.id)
      line.running.delete(event.call.id)
      line.hasFailed ||= event.isError
      return true
    },
    end() {
      for (const line of lines) {
        line.hasFailed ||= line.running.size > 0
        line.running.clear()
      }
    },
    text() {
      const shown = [...lines]
      while (shown.length > 1 && measureText(textOf(shown), limit.unit) > limit.max) shown.shift()
      return textOf(shown)
    },
  }
}

/** Prepares text for a code span: backticks, which would end it, and invisible characters are replaced. */
function argumentsOf(text: string, length: number): string {
  return oneLine(text.replace(/[\p{C}\p{Z}]/gu, ' ').replaceAll('`', "'"), length)
}

/** Returns what a call without a summary is about. */
export function firstText(args: JsonObject): string {
  const text = Object.values(args).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : ''
}

function lineText({ tool, about, count, running, hasFailed }: Line): string {
  const mark = running.size > 0 ? '⏳' : hasFailed ? '✗' : '✓'
  return `${mark} ${tool}${count > 1 ? ` ×${count}` : ''}${about === '' ? '' : ` \`${about}\``}`
}
