import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui'
import type { ToolBlock } from '../../model/view-state.js'
import type { Look } from '../look/look.js'

/** Maximum number of rows of an output: while the call runs, after it, and after it failed. */
const outputRows = { running: 6, done: 3, failed: 8 } as const
const diffRows = 40
const leastFailure = 12
const indent = '  '

/** Draws a call in one row, and its output and changes below it. */
export function drawTool(tool: ToolBlock, width: number, look: Look, isExpanded: boolean): string[] {
  const { style, clean, t } = look
  const output = linesOf(clean(tool.output))
  // Of what other tools return to the model, only failures are for people.
  const rows = tool.status === 'done' && !tool.isCommand ? 0 : outputRows[tool.status]
  const shown =
    isExpanded || output.length === rows + 1 ? output : output.slice(output.length - Math.min(rows, output.length))
  const diff = tool.diff === undefined ? undefined : look.diff(tool.diff, width)
  const changes = isExpanded ? diff?.rows : diff?.rows.slice(0, diffRows)
  const cut = (row: string) => truncateToWidth(`${indent}${row}`, width, '…')
  const more = (count: number) => (count > 0 ? [cut(style.muted(t`… ${count} more lines (Ctrl+O)`))] : [])
  return [
    headOf(tool, width, look, [tool.printedLines ?? 0, diff?.counts]),
    ...(tool.status === 'running' ? [] : more(output.length - shown.length)),
    ...answerOf(tool, width, look),
    ...shown.map((line) => cut(style.muted(line))),
    ...(changes ?? []).map((row) => truncateToWidth(row, width, '…')),
    ...more((diff?.rows.length ?? 0) - (changes?.length ?? 0)),
  ]
}

function headOf(
  tool: ToolBlock,
  width: number,
  { style, clean, name, t }: Look,
  [printed, counts]: readonly [printed: number, counts: string | undefined],
): string {
  const mark = { running: style.warning('●'), done: style.success('✓'), failed: style.error('✗') }[tool.status]
  const failure = tool.refusal === undefined ? exitOf(tool, t) : oneLine(clean(t.of(tool.refusal)))
  const facts = [
    failure === undefined
      ? style.muted(counts ?? (printed > 0 ? t.count(printed, 'line') : ''))
      : style.error(truncateToWidth(failure, Math.max(leastFailure, Math.floor(width / 2)), '…')),
    style.muted(tool.durationMs === undefined ? '' : `${(tool.durationMs / 1000).toFixed(1)} s`),
  ].filter((fact) => fact !== '')
  const end = facts.map((fact) => `  ${fact}`).join('')
  const subject = style.muted(oneLine(clean(tool.summary)))
  const head = truncateToWidth(
    `${mark} ${style.bold(name(tool.name))} ${subject}`,
    Math.max(1, width - visibleWidth(end)),
    '…',
  )
  return `${head}${end}`
}

/** Draws the answer. The question is shown in full if it may not fit into the row of the call. */
function answerOf({ asked }: ToolBlock, width: number, { style, clean, t }: Look): readonly string[] {
  if (asked === undefined) return []
  const question = clean(asked.question)
  const isLong = question.includes('\n') || visibleWidth(question) > width / 2
  const said = asked.answer === '' ? t`Let the agent decide` : clean(asked.answer ?? t`Not answered.`)
  const wrapped = (text: string) => wrapTextWithAnsi(text, Math.max(1, width - indent.length))
  return [
    ...(isLong ? wrapped(question).map((row) => `${indent}${style.muted(row)}`) : []),
    ...wrapped(`→ ${said}`).map((row) => `${indent}${row}`),
  ]
}

function exitOf({ exitCode }: ToolBlock, t: Look['t']): string | undefined {
  return exitCode === undefined ? undefined : t`exit ${exitCode}`
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ')
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n').filter(Boolean)
}
