import type { RequestParams, RequestResult } from '@hermes/rpc/schemas'
import type { DecisionBlock } from '../model/view-state.js'
import type { ChoiceQuestion } from './choice-panel.js'
import type { Look } from './look.js'

/** How many rows of a command or a diff are shown. */
const shownRows = 40

/** The values of the options, which no typed text is. */
const decisions: ReadonlyMap<string, RequestResult<'approval'>['choice']> = new Map([
  ['\0once', 'once'],
  ['\0session', 'session'],
  ['\0always', 'always'],
  ['\0deny', 'deny'],
])

/** Asks about a call: where it would run, why it is asked, and what would happen. Text is the reason of a refusal. */
export function approvalQuestion({ question, canAllowForGood }: RequestParams<'approval'>, look: Look): ChoiceQuestion {
  const { style, clean, t } = look
  const { text, diff, sessionScope } = question
  const rows = [
    ...callRows(question, diff ?? text, look),
    style.muted(t`Choose, or type why it must not run.`),
    ...untilRow(question.deadlineMs, look, (until) => t`Without an answer until ${until}, it does not run.`),
  ]
  const items = [
    { value: '\0once', label: t`Once` },
    {
      value: '\0session',
      label: t`For this session`,
      ...(sessionScope !== undefined && { description: clean(t.of(sessionScope)) }),
    },
    ...(canAllowForGood ? [{ value: '\0always', label: t`Always` }] : []),
    { value: '\0deny', label: t`No` },
  ]
  return { rows, items, takesText: true }
}

/** A question that was decided, and how. */
export function decisionRows({ question, decision }: DecisionBlock, look: Look): readonly string[] {
  const { style, clean, t } = look
  const { choice, reason } = decision
  const said = { once: t`Once`, session: t`For this session`, always: t`Always`, deny: t`No` }[choice]
  const paint = choice === 'deny' ? style.error : style.success
  // The changes of a call that ran are shown with it.
  return [
    ...callRows(question, question.text, look),
    paint(reason === undefined ? `→ ${said}` : `→ ${said}: ${clean(reason)}`),
  ]
}

function callRows(
  { reasons, tool, workingDirectory: folder }: DecisionBlock['question'],
  what: string,
  { style, clean, t }: Look,
): readonly string[] {
  const name = clean(tool ?? t`a tool`)
  return [
    style.warning(folder === undefined ? t`Run ${name}?` : t`Run ${name}? in ${clean(folder)}`),
    ...reasons.map((reason) => style.muted(clean(t.of(reason)))),
    ...clean(what).split('\n').slice(0, shownRows),
  ]
}

/** The answer of a person. `undefined`: Escape. */
export function approvalAnswer(chosen: string | undefined): RequestResult<'approval'> {
  if (chosen === undefined) return { choice: 'deny' }
  const choice = decisions.get(chosen)
  return choice === undefined ? { choice: 'deny', reason: chosen } : { choice }
}

/** Asks what the agent wants to know. The empty value leaves the decision to it. */
export function clarifyQuestion({ question }: RequestParams<'clarify'>, look: Look): ChoiceQuestion {
  const { style, clean, t } = look
  const items = question.choices.map((choice) => ({ value: choice, label: clean(choice) }))
  const rows = [
    style.warning(clean(question.text)),
    style.muted(t`Choose, or type an answer.`),
    ...untilRow(question.deadlineMs, look, (until) => t`Without an answer until ${until}, the agent decides.`),
  ]
  return { rows, items: [...items, { value: '', label: t`Let the agent decide` }], takesText: true }
}

const dayMs = 86_400_000

/** The time of day, for what waits less than a day. What waits longer is in no hurry. */
function untilRow(deadlineMs: number, { style }: Look, say: (until: string) => string): readonly string[] {
  if (deadlineMs - Date.now() > dayMs) return []
  return [style.muted(say(new Date(deadlineMs).toLocaleTimeString('en-GB')))]
}
