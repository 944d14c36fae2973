import { describeError } from '@hermes/core'
import { offersSession, type Question, type QuestionAnswer, type QuestionSurface } from '@hermes/core/questions'
import { canAllowForGood } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { renderQuestion } from '../render/outcomes/question.js'
import type { Dock } from '../render/screen/dock.js'
import { oneLine } from '../render/text/safe-text.js'
import type { Style } from '../render/text/style.js'
import type { LineEditor } from './input/line-editor.js'
import { type ReadAnswer, readApproval, readClarification } from './read-answer.js'

export interface AskUserOptions {
  readonly editor: LineEditor
  readonly dock: Dock
  readonly style: Style
  readonly columns: () => number
  /** Whether the answers are shown as numbered lines. */
  readonly isPlain: boolean
  /** Called on Ctrl+C or Escape while a question is open. */
  readonly interrupt: () => void
  /** Allows a request permanently. May reject with a reason to show. */
  readonly allowForGood: (question: Question) => Promise<unknown>
}

/** Creates the function that asks the user at the terminal the questions of tools, one at a time. */
export function createAskUser(options: AskUserOptions): NonNullable<QuestionSurface['ask']> {
  const { dock, style, editor, interrupt, columns, isPlain, allowForGood } = options

  async function ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer | undefined> {
    let above =
      renderQuestion(question, { style, columns: columns(), nowMs: Date.now() }) +
      (isPlain ? plainAnswers(question, style.t) : alwaysRow(question, style))
    const prompt = isPlain ? style.t`Your answer: ` : promptOf(question, style)
    const read: ReadAnswer = question.kind === 'approval' ? readApproval : readClarification
    for (;;) {
      const line = await editor.read({ above, prompt, signal, onEscape: interrupt })
      if (signal.aborted) {
        dock.writeLines(`${style.muted(oneLine(style.t.of(describeError(signal.reason))))}\n`)
        return undefined
      }
      // Ending the turn withdraws the question.
      if (line.type === 'cancel') return void interrupt()
      const answer = read(question, line.type === 'text' ? line.text : '')
      if (answer && !isForGood(answer)) return answer
      const problem = answer && (await refusalOf(() => allowForGood(question), style.t))
      if (answer && problem === undefined) return answer
      above = `${style.warning(oneLine(problem ?? whatToAnswer(question, isPlain, style.t)))}\n`
    }
  }

  return (question, { signal }) => dock.exclusive(async () => (signal.aborted ? undefined : ask(question, signal)))
}

function isForGood(answer: QuestionAnswer): boolean {
  return 'decision' in answer && answer.decision === 'always'
}

/** Returns why the action failed, or `undefined` if it succeeded. */
async function refusalOf(act: () => Promise<unknown>, t: Translate): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    return t.of(describeError(error))
  }
}

function whatToAnswer(question: Question, isPlain: boolean, t: Translate): string {
  if (isPlain) {
    if (!offersSession(question)) return t`Answer 1 or 2, or say why not.`
    return canAllowForGood(question) ? t`Answer 1, 2, 3 or a, or say why not.` : t`Answer 1, 2 or 3, or say why not.`
  }
  return offersSession(question) ? t`Answer y, s or n, or say why not.` : t`Answer y or n, or say why not.`
}

function plainAnswers(question: Question, t: Translate): string {
  if (question.kind !== 'approval') return ''
  if (!offersSession(question)) return t`Run it?\n1. Yes.\n2. No. Or type why not.\n`
  const forGood = canAllowForGood(question) ? t`a. Yes, always, all of this kind.\n` : ''
  return t`Run it?\n1. Yes.\n2. Yes, for this session.\n3. No. Or type why not.\n` + forGood
}

/** Separate from the prompt, which must fit into a terminal with a single row. */
function alwaysRow(question: Question, { muted, t }: Style): string {
  if (!canAllowForGood(question)) return ''
  return `${muted(t`"always" covers: all calls that are asked about for these reasons alone, in every session`)}\n`
}

function promptOf(question: Question, style: Style): string {
  const { t } = style
  const { kind, choices } = question
  if (kind === 'approval') return `${style.bold(t`Run it?`)} ${answersOf(question, t)} ${style.accent('❯')} `
  return `${style.muted(choices.length > 0 ? t`A number, or your own answer` : t`Your answer`)} ${style.accent('❯')} `
}

function answersOf(question: Question, t: Translate): string {
  if (!offersSession(question)) return t`[y]es  [n]o, or why not`
  const forGood = canAllowForGood(question) ? t`  [a]lways` : ''
  return t`[y]es  yes for this [s]ession${forGood}  [n]o, or why not`
}
