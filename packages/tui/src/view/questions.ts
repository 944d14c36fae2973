import type { RequestParams } from '@hermes/rpc/schemas'
import type { ChoiceQuestion } from './choice-panel.js'
import type { Look } from './look.js'

/** How many rows of a command or a diff are shown. */
const shownRows = 40

/** Asks about a call: where it would run, why it is asked, and what would happen. */
export function approvalQuestion(
  { question, canAllowForGood }: RequestParams<'approval'>,
  { style, clean }: Look,
): ChoiceQuestion {
  const { reasons, text, tool = 'a tool', workingDirectory: folder, diff, sessionScope } = question
  const rows = [
    style.yellow(`Run ${clean(tool)}?${folder === undefined ? '' : ` in ${clean(folder)}`}`),
    ...reasons.map((reason) => style.dim(clean(reason))),
    ...clean(diff ?? text)
      .split('\n')
      .slice(0, shownRows),
  ]
  const items = [
    { value: 'once', label: 'Once' },
    {
      value: 'session',
      label: 'For this session',
      ...(sessionScope !== undefined && { description: clean(sessionScope) }),
    },
    ...(canAllowForGood ? [{ value: 'always', label: 'Always' }] : []),
    { value: 'deny', label: 'No' },
  ]
  return { rows, items }
}

/** Asks what the agent wants to know. The empty value leaves the decision to it. */
export function clarifyQuestion({ question }: RequestParams<'clarify'>, { style, clean }: Look): ChoiceQuestion {
  const items = question.choices.map((choice) => ({ value: choice, label: clean(choice) }))
  const rows = [style.yellow(clean(question.text)), style.dim('Choose, or type an answer.')]
  return { rows, items: [...items, { value: '', label: 'Let the agent decide' }], takesText: true }
}
