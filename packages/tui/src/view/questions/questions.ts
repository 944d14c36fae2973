import { offersSession } from '@hermes/core/questions'
import type { RequestParams, RequestResult } from '@hermes/rpc/schemas'
import type { DecisionBlock } from '../../model/view-state.js'
import type { Look } from '../look/look.js'
import { wrapRows } from '../rows/wrap-rows.js'
import type { ChoiceQuestion } from './choice-panel.js'

/** Number of rows of a decided call that stay in the transcript. */
const keptRows = 40

/** Maximum number of rows of a call shown before its question. More would not help anybody decide. */
const mostRows = 1_000

/** The decisions by option value. No typed text equals such a value. */
const decisions: ReadonlyMap<string, RequestResult<'approval'>['choice']> = new Map([
  ['\0once', 'once'],
  ['\0session', 'session'],
  ['\0always', 'always'],
  ['\0deny', 'deny'],
])

export interface Asking {
  /** Whether somebody was typing. The next Enter was meant for their text, and must not allow anything. */
  readonly isTyping: boolean
}

/**
 * Asks about a call: where it would run, why it is asked about, and everything that would happen. A typed text is the
 * reason of a refusal.
 */
export function approvalQuestion(
  { question, canAllowForGood }: RequestParams<'approval'>,
  look: Look,
  { isTyping }: Asking = { isTyping: false },
): ChoiceQuestion {
  const { style, clean, t } = look
  const { sessionScope } = question
  const below = [
    ...(sessionScope === undefined ? [] : [style.muted(t`For this session: ${clean(t.of(sessionScope))}`)]),
    ...(canAllowForGood
      ? [style.muted(t`Always: all calls that are asked about for these reasons alone, in every session`)]
      : []),
    style.muted(t`Choose, or type why it must not run.`),
    ...untilRow(question.deadlineMs, look, (until) => t`Without an answer until ${until}, it does not run.`),
  ]
  const items = [
    { value: '\0once', label: t`Once`, alias: 'yes' },
    ...(offersSession(question) ? [{ value: '\0session', label: t`For this session`, alias: 'session' }] : []),
    ...(canAllowForGood ? [{ value: '\0always', label: t`Always`, alias: 'always' }] : []),
    { value: '\0deny', label: t`No`, alias: 'no' },
  ]
  return {
    rows: (width) => [...callRows(question, look, { width, isOpen: true }), ...wrapRows(below, width)],
    items,
    textHint: t`Enter: it does not run, for this reason.`,
    ...(isTyping && { selected: '\0deny' }),
  }
}

/** Draws a decided question and the decision. */
export function decisionRows({ question, decision }: DecisionBlock, look: Look, width: number): readonly string[] {
  const { style, clean, t } = look
  const { choice, reason } = decision
  const said = { once: t`Once`, session: t`For this session`, always: t`Always`, deny: t`No` }[choice]
  const paint = choice === 'deny' ? style.error : style.success
  return [
    ...callRows(question, look, { width, isOpen: false }),
    ...wrapRows([paint(reason === undefined ? `→ ${said}` : `→ ${said}: ${clean(reason)}`)], width),
  ]
}

interface CallView {
  readonly width: number
  /** Whether the question is still open. The changes of a call that ran are shown with it. */
  readonly isOpen: boolean
}

function callRows(question: DecisionBlock['question'], look: Look, { width, isOpen }: CallView): readonly string[] {
  const { style, clean, t } = look
  const { reasons, tool, workingDirectory: folder, text, diff } = question
  const name = clean(tool ?? t`a tool`)
  const above = [
    style.warning(folder === undefined ? t`Run ${name}?` : t`Run ${name}? in ${clean(folder)}`),
    ...reasons.map((reason) => style.muted(clean(t.of(reason)))),
  ]
  const { rows, isDeceptive } = look.exact(isOpen ? (diff ?? text) : text, width)
  const shown = isOpen && diff !== undefined && !isDeceptive ? look.diff(diff, width).rows : rows
  const most = isOpen ? mostRows : keptRows
  const more = shown.length - most
  return [
    ...wrapRows(above, width),
    ...shown.slice(0, most),
    ...wrapRows(
      [
        ...(more > 0 ? [style.error(t`… ${more} more lines are not shown.`)] : []),
        ...(isDeceptive ? [style.error(t`It contains invisible characters, which are shown escaped.`)] : []),
      ],
      width,
    ),
  ]
}

/** Returns the answer of a person. `undefined`: Escape. */
export function approvalAnswer(chosen: string | undefined): RequestResult<'approval'> {
  if (chosen === undefined) return { choice: 'deny' }
  const choice = decisions.get(chosen)
  return choice === undefined ? { choice: 'deny', reason: chosen } : { choice }
}

/** Asks what the agent wants to know. The empty value leaves the decision to the agent. */
export function clarifyQuestion({ question }: RequestParams<'clarify'>, look: Look): ChoiceQuestion {
  const { style, clean, t } = look
  const items = question.choices.map((choice, index) => ({ value: choice, label: `${index + 1}  ${clean(choice)}` }))
  const above = [
    style.warning(clean(question.text)),
    style.muted(t`Choose, or type an answer.`),
    ...untilRow(question.deadlineMs, look, (until) => t`Without an answer until ${until}, the agent decides.`),
  ]
  return {
    rows: (width) => wrapRows(above, width),
    items: [...items, { value: '', label: t`Let the agent decide` }],
    textHint: t`Enter: this is your answer.`,
  }
}

/** Returns the answer of a person. The number of a choice stands for the choice. `undefined`: Escape. */
export function clarifyAnswer(
  chosen: string | undefined,
  { question: { choices } }: RequestParams<'clarify'>,
): RequestResult<'clarify'> {
  const said = chosen?.trim() ?? ''
  const numbered = /^\d+$/.test(said) && !choices.includes(said) ? choices[Number(said) - 1] : undefined
  return { answer: numbered ?? chosen ?? '' }
}

const dayMs = 86_400_000

/** Shows the time of day for a deadline within a day. Later deadlines are not urgent. */
function untilRow(deadlineMs: number, { style }: Look, say: (until: string) => string): readonly string[] {
  if (deadlineMs - Date.now() > dayMs) return []
  return [style.muted(say(new Date(deadlineMs).toLocaleTimeString('en-GB')))]
}
