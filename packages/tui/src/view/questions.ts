import type { RequestParams } from '@hermes/rpc/schemas'
import type { ChoiceQuestion } from './choice-panel.js'
import type { Look } from './look.js'

/** How many rows of a command or a diff are shown. */
const shownRows = 40

/** Asks about a call: where it would run, why it is asked, and what would happen. */
export function approvalQuestion(
  { question, canAllowForGood }: RequestParams<'approval'>,
  { style, clean, t }: Look,
): ChoiceQuestion {
  const { reasons, text, tool = t`a tool`, workingDirectory: folder, diff, sessionScope } = question
  const rows = [
    style.warning(folder === undefined ? t`Run ${clean(tool)}?` : t`Run ${clean(tool)}? in ${clean(folder)}`),
    ...reasons.map((reason) => style.muted(clean(t.of(reason)))),
    ...clean(diff ?? text)
      .split('\n')
      .slice(0, shownRows),
  ]
  const items = [
    { value: 'once', label: t`Once` },
    {
      value: 'session',
      label: t`For this session`,
      ...(sessionScope !== undefined && { description: clean(t.of(sessionScope)) }),
    },
    ...(canAllowForGood ? [{ value: 'always', label: t`Always` }] : []),
    { value: 'deny', label: t`No` },
  ]
  return { rows, items }
}

/** Asks what the agent wants to know. The empty value leaves the decision to it. */
export function clarifyQuestion({ question }: RequestParams<'clarify'>, { style, clean, t }: Look): ChoiceQuestion {
  const items = question.choices.map((choice) => ({ value: choice, label: clean(choice) }))
  const rows = [style.warning(clean(question.text)), style.muted(t`Choose, or type an answer.`)]
  return { rows, items: [...items, { value: '', label: t`Let the agent decide` }], takesText: true }
}
