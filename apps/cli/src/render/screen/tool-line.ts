import { type JsonObject, type MessageContent, type ToolAmount, textOf } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import { formatDuration, plural } from '../text/format.js'
import { oneLine } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import { textWidth, truncate } from '../text/text-width.js'

/** The most informative arguments, in order of preference. */
const telling = ['command', 'path', 'file_path', 'pattern', 'query', 'url', 'question', 'goal', 'text']

/** Returns the subject of a call on one line: the tool's summary, or its most informative argument. */
export function previewCall({ summary, args }: { readonly summary?: string; readonly args: JsonObject }): string {
  return summary === undefined ? previewArguments(args) : oneLine(summary)
}

/** Returns the most informative argument of a call, on one line. */
export function previewArguments(args: JsonObject): string {
  const told = telling.map((name) => args[name]).find((value) => typeof value === 'string' && value !== '')
  const value = told ?? Object.values(args).find((candidate) => typeof candidate === 'string')
  if (typeof value === 'string') return oneLine(value)
  return Array.isArray(args.tasks) ? plural(args.tasks.length, 'task') : ''
}

/** Parses as much of the arguments as possible. */
export function argumentsOf(text: string): JsonObject {
  const parsed = parseObject(text)
  return parsed ?? {}
}

/** Data of a {@link toolLine}. */
export interface FinishedCall {
  readonly name: string
  /** Subject of the call, on one line. */
  readonly preview: string
  /** Result of the tool, as the model reads it. */
  readonly content: MessageContent
  readonly isError: boolean
  /** Amount reported by the tool. Without it, only the lines of a command's output are counted. */
  readonly amount?: ToolAmount
  /** Why the call was not allowed to run. */
  readonly refusal?: string
  /** Numbers of changed lines, in place of the amount. */
  readonly changes?: string
  /** Duration in milliseconds. Absent if it is unknown. */
  readonly durationMs?: number
}

/** Renders `● read_file README.md  120 lines  12ms` or `✗ terminal npm test  exit 1  3.4s`, truncated to the width of the terminal. */
export function toolLine(call: FinishedCall, { style, columns }: ToolLineOptions): string {
  const { text: outcome, hasFailed } = outcomeOf(call, style.t)
  const name = oneLine(call.name)
  const duration = call.durationMs === undefined ? '' : formatDuration(call.durationMs)
  const shownOutcome = truncate(outcome, Math.max(12, Math.floor(columns / 2)))
  const fixed = textWidth(name) + textWidth(duration) + 2 + 2 + (shownOutcome ? textWidth(shownOutcome) + 2 : 0)
  const preview = truncate(call.preview, Math.max(8, columns - fixed - 2))
  const head = `${hasFailed ? style.error('✗') : style.success('●')} ${style.bold(name)}${preview ? ` ${preview}` : ''}`
  const painted = hasFailed ? style.error(shownOutcome) : style.muted(shownOutcome)
  return [head, painted, style.muted(duration)].filter(Boolean).join('  ')
}

export interface ToolLineOptions {
  readonly style: Style
  readonly columns: number
}

function outcomeOf(
  { content: parts, isError, amount, changes, refusal }: FinishedCall,
  t: Translate,
): {
  readonly text: string
  readonly hasFailed: boolean
} {
  if (refusal !== undefined) return { text: oneLine(t.of(refusal)), hasFailed: true }
  const content = textOf(parts)
  const result = parseObject(content)
  const exitCode = typeof result?.exit_code === 'number' ? result.exit_code : 0
  if (exitCode !== 0) return { text: t`exit ${exitCode}`, hasFailed: true }
  const counted = countStatuses(result?.results)
  if (counted !== '') return { text: counted, hasFailed: isError }
  if (isError) return { text: errorText(result, content, t), hasFailed: true }
  if (changes !== undefined) return { text: changes, hasFailed: false }
  const { count, unit } = amount ?? printedLines(result)
  return { text: count > 0 ? t.count(count, oneLine(unit)) : '', hasFailed: false }
}

/** Returns the output of a command that printed something; empty for the results of other tools. */
export function commandOutput(content: MessageContent): { readonly output: string; readonly hasFailed: boolean } {
  const result = parseObject(textOf(content))
  if (typeof result?.output !== 'string' || !('exit_code' in result)) return { output: '', hasFailed: false }
  return { output: result.output, hasFailed: result.exit_code !== 0 }
}

function printedLines(result: JsonObject | undefined): ToolAmount {
  const output = typeof result?.output === 'string' ? result.output.trimEnd() : ''
  return { count: output === '' ? 0 : output.split('\n').length, unit: 'line' }
}

/** Counts results by status: `2 completed, 1 failed`. */
function countStatuses(results: unknown): string {
  const statuses = Array.isArray(results) ? results.map(statusOf) : []
  const known = statuses.filter((status) => typeof status === 'string')
  if (known.length < statuses.length) return ''
  return [...new Set(known)]
    .map((status) => `${known.filter((each) => each === status).length} ${oneLine(status)}`)
    .join(', ')
}

function statusOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'status' in result ? result.status : undefined
}

function errorText(result: JsonObject | undefined, content: string, t: Translate): string {
  if (typeof result?.error === 'string' && result.error !== '') return oneLine(t.of(result.error))
  return oneLine(content.trim().split('\n')[0] ?? '') || t`failed`
}

function parseObject(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A result that merely looks like JSON is text.
    return undefined
  }
}
