import { type AgentEvent, type HermesError, type MessageContent, textOf } from '@hermes/core'
import { commandFor } from '../../remedies/command-for.js'
import type { TextStream } from '../markdown/markdown-stream.js'
import { compressionLine } from '../outcomes/compression-line.js'
import { createFailedEdits } from '../outcomes/failed-edits.js'
import { changeCounts, diffOf, parseDiff, renderDiff } from '../outcomes/file-diff.js'
import { createClampedText } from '../text/clamped-text.js'
import { outputTail } from '../text/output-tail.js'
import { oneLine, safeText } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { truncate } from '../text/text-width.js'
import { wrapWords } from '../text/wrap-words.js'
import { createSubagentLines } from './subagent-lines.js'
import { commandOutput, previewCall, toolLine } from './tool-line.js'

/** Changes of the screen for one event. */
export interface RenderStep {
  /** Text to append, which never changes afterwards. */
  readonly output: string
  /** Current activity, for a line that is erased again. Absent while text streams. */
  readonly status?: string
}

export interface EventRenderer {
  render(event: AgentEvent): RenderStep
}

export interface EventRendererOptions {
  readonly style: Style
  readonly columns: () => number
  /** Renders the answer. */
  readonly text: TextStream
  readonly showReasoning: boolean
  /** Maximum number of reasoning rows. Default: all. */
  readonly reasoningRows?: number
  /** Returns the row above each answer, with its line break. Default: none. */
  readonly timeRow?: () => string
  /** Whether tool calls are shown. Default: true. */
  readonly showTools?: boolean
  /** Whether the start of each tool is also shown on a line. Default: false. */
  readonly showStarts?: boolean
  /** Whether failed edits are listed below the turn. Default: true. */
  readonly listsFailedEdits?: boolean
}

type Section = 'start' | 'text' | 'reasoning' | 'tools' | 'notice'
type Of<Type extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: Type }>

/** Number of lines of a diff, and of the output of a command, that stay on the screen. */
const shownDiff = 30
const shownOutput = { succeeded: 3, failed: 8 } as const

/** The lines of the sub-agent itself have already reported these notices. */
const toldAbove = /^subagent-(failed|exhausted|halted|stalled)$/

/** Creates the renderer of one turn, which depends on the turn's events only. */
export function createEventRenderer(options: EventRendererOptions): EventRenderer {
  const {
    style,
    columns,
    text,
    showReasoning,
    reasoningRows = Number.POSITIVE_INFINITY,
    showTools = true,
    showStarts = false,
    listsFailedEdits = true,
    timeRow,
  } = options
  const { t } = style
  const thinking = t`thinking`
  const running = new Map<string, { readonly name: string; readonly preview: string; readonly isEdit: boolean }>()
  const failedEdits = createFailedEdits(style)
  const subagents = createSubagentLines({ style, columns })
  const clamped = createClampedText({ maxRows: reasoningRows, columns, style })
  const withHeader = new Set<string>()
  let section: Section = 'start'
  let hasStreamed = false
  let skipped: string | undefined

  /** Completes open output, and leaves a blank line between text and tool lines. */
  const enter = (next: Section): string => {
    if (next === section) return ''
    const closed = closeStreams()
    const isFirst = section === 'start'
    section = next
    return closed + (isFirst ? '' : '\n')
  }
  const closeStreams = (): string => {
    return clamped.end() + text.end()
  }
  const say = (line: string): string => `${enter('notice')}${wrapWords(line, columns())}\n`
  const runningStatus = () => [...running.values()].map(({ name, preview }) => `${name} ${preview}`).join(', ')

  const answer = (part: string): RenderStep => {
    const above = hasStreamed ? '' : (timeRow?.() ?? '')
    hasStreamed = true
    return { output: enter('text') + above + text.push(part) }
  }
  const reasoning = (part: string): RenderStep => {
    if (!showReasoning) return { output: '', status: thinking }
    const before = enter('reasoning')
    const shown = clamped.push(safeText(part))
    return { output: before + (shown === '' ? '' : style.muted(shown)), status: thinking }
  }
  const messageEnd = ({ message }: Of<'message-end'>): RenderStep => {
    if (message.role !== 'assistant') return { output: '' }
    // An answer without deltas is rendered here.
    const unseen = hasStreamed ? '' : textOf(message.content)
    const output = unseen === '' ? '' : answer(unseen).output
    hasStreamed = false
    return { output: output + closeStreams() }
  }
  const startLine = (event: Of<'tool-start'>) =>
    `${enter('tools')}${truncate(`○ ${oneLine(event.call.function.name)} ${previewCall(event)}`, columns() - 1)}\n`
  const toolEnd = (event: Of<'tool-end'>): RenderStep => {
    const { preview = '', isEdit = false } = running.get(event.call.id) ?? {}
    // The user knows what they have refused.
    if (isEdit && event.refusal === undefined) failedEdits.see(preview, event.isError)
    running.delete(event.call.id)
    const status = running.size > 0 ? runningStatus() : thinking
    if (!showTools) return { output: '', status }
    const { call, message, isError, durationMs, amount, display, refusal } = event
    const { name } = call.function
    const diff = isError ? undefined : diffOf(display)
    const changes = diff === undefined ? [] : parseDiff(diff)
    const line = toolLine(
      {
        name,
        preview,
        content: message.content,
        isError,
        durationMs,
        ...(amount && { amount }),
        ...(refusal !== undefined && { refusal }),
        ...(changes.length > 0 && { changes: changeCounts(changes) }),
      },
      { style, columns: columns() },
    )
    const detail = renderDiff(changes, { style, columns: columns(), maxLines: shownDiff })
    return { output: `${enter('tools')}${line}\n${detail}${outputOf(message.content)}`, status }
  }
  /** Renders the end of a command's output, below its line. */
  const outputOf = (content: MessageContent) => {
    const { output, hasFailed } = commandOutput(content)
    const maxLines = hasFailed ? shownOutput.failed : shownOutput.succeeded
    return outputTail(output, { style, columns: columns(), maxLines })
      .map((row) => `${row}\n`)
      .join('')
  }
  /** Shows events of sub-agents below the line of the call that started them, while it runs. Background work is not shown. */
  const subagentEvent = (event: Of<'subagent-event'>): RenderStep => {
    const call = running.get(event.callId)
    if (!call) return { output: '' }
    const { output, status } = subagents.see(event)
    const shown = { ...(status !== undefined && { status }) }
    if (!showTools || output === '') return { output: '', ...shown }
    const isFirst = !withHeader.has(event.callId)
    withHeader.add(event.callId)
    const header = `${style.accent('○')} ${style.bold(call.name)} ${truncate(call.preview, columns() - 20)}\n`
    return { output: enter('tools') + (isFirst ? header : '') + output, ...shown }
  }
  /** The reason for saving nothing is shown once, however often it occurs. */
  const compressionEnd = (event: Of<'compression-end'>): RenderStep => {
    const reason = event.status === 'skipped' ? event.reason : undefined
    if (reason !== undefined && reason === skipped) return { output: '', status: thinking }
    skipped = reason
    return { output: enter('notice') + compressionLine(event, style), status: thinking }
  }
  const failure = (error: HermesError): string => {
    const command = commandFor(error)
    const hint = command === undefined ? '' : say(style.muted(`  ${t`Try: ${command}`}`))
    return say(style.error(`✗ ${oneLine(t.of(error.message))}`)) + hint
  }
  const turnEnd = ({ outcome }: Of<'turn-end'>): RenderStep => {
    const closed = closeStreams()
    if (outcome.status === 'failed') return { output: closed + failure(outcome.error) }
    if (outcome.status === 'interrupted') return { output: closed + say(style.warning(t`Interrupted.`)) }
    if (outcome.status === 'exhausted')
      return { output: closed + say(style.warning(t`Out of turns: the task may be unfinished.`)) }
    const undone = listsFailedEdits ? failedEdits.line() : undefined
    return { output: closed + (undone === undefined ? '' : say(undone)) }
  }

  return {
    render(event) {
      switch (event.type) {
        case 'turn-start':
        case 'iteration-start':
          return { output: '', status: thinking }
        case 'text-delta':
          return answer(event.text)
        case 'restart':
          hasStreamed = false
          return {
            output: closeStreams() + say(style.muted(t`The answer broke off. It starts over:`)),
            status: thinking,
          }
        case 'reasoning-delta':
          return reasoning(event.text)
        case 'tool-call-delta':
          return {
            output: closeStreams(),
            status: event.name ? t`preparing ${oneLine(event.name)}` : t`preparing a call`,
          }
        case 'message-end':
          return messageEnd(event)
        case 'tool-start':
          running.set(event.call.id, {
            name: oneLine(event.call.function.name),
            preview: previewCall(event),
            isEdit: event.kind === 'edit',
          })
          return { output: showTools && showStarts ? startLine(event) : '', status: runningStatus() }
        case 'tool-progress':
          return { output: '', status: oneLine(event.text.trimEnd().split('\n').at(-1) ?? '') }
        case 'tool-end':
          return toolEnd(event)
        case 'subagent-event':
          return subagentEvent(event)
        case 'compression-start':
          return { output: closeStreams(), status: t`compressing the conversation` }
        case 'compression-end':
          return compressionEnd(event)
        case 'question-open':
          return { output: '', status: t`waiting for an answer` }
        case 'question-settled':
          return { output: '', status: running.size > 0 ? runningStatus() : thinking }
        case 'notice':
          if (showTools && toldAbove.test(event.code)) return { output: '' }
          return { output: say(style.warning(`! ${oneLine(t.of(event.text))}`)), status: thinking }
        case 'turn-end':
          return turnEnd(event)
        default:
          return { output: '' }
      }
    },
  }
}
