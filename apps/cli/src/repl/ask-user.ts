import type { ApprovalAnswer, ApprovalRequest, Approve, Clarify, ClarifyQuestion } from '@hermes/core'
import type { OutputStream } from '../io.js'
import { exactText, oneLine, safeText } from '../render/safe-text.js'
import type { Screen } from '../render/screen.js'
import type { Style } from '../render/style.js'
import type { LineEditor } from './line-editor.js'
import type { Terminal } from './terminal.js'

export interface AskUserOptions {
  readonly terminal: Terminal
  readonly editor: LineEditor
  readonly screen: Screen
  readonly stream: OutputStream
  readonly style: Style
  /** Ctrl+C while a question is open. */
  readonly interrupt: () => void
}

/** Puts the questions of tools to the person at the terminal, one after the other. */
export function createAskUser(options: AskUserOptions): { readonly approve: Approve; readonly clarify: Clarify } {
  const { screen, stream, style } = options
  return {
    approve: (request, { signal }) =>
      screen.exclusive(async () => {
        stream.write(`${describeApproval(request, style)}${style.bold('Run it?')} [y]es  yes for this [s]ession  [n]o `)
        const answer = signal.aborted ? denied : await pressAnswer(options.terminal, signal)
        stream.write(`${style.dim(answer.decision)}\n`)
        return answer
      }),
    clarify: (question, { signal }) =>
      screen.exclusive(async () => {
        stream.write(describeQuestion(question, style))
        const answer = await options.editor.read({ prompt: style.cyan('? '), signal })
        if (answer.type === 'cancel' && !signal.aborted) options.interrupt()
        return answer.type === 'text' ? toClarification(question, answer.text) : undefined
      }),
  }
}

const denied: ApprovalAnswer = { decision: 'deny' }

const answersByKey: Readonly<Record<string, ApprovalAnswer>> = {
  y: { decision: 'once' },
  s: { decision: 'session' },
  n: denied,
  enter: denied,
  escape: denied,
  'ctrl+d': denied,
}

/** The whole subject behind a rule on each row, so that no line of it can pass for a line of the question. */
export function describeApproval({ tool, subject, workingDirectory, reasons }: ApprovalRequest, style: Style): string {
  const rows = subject.split('\n').map((row) => `${style.yellow('│')} ${exactText(row)}`)
  return [
    style.yellow(`${oneLine(tool)} asks to run:`),
    ...rows,
    ...(workingDirectory === undefined ? [] : [style.dim(`in ${exactText(workingDirectory)}`)]),
    ...reasons.map((reason) => `because: ${oneLine(reason)}`),
    '',
  ].join('\n')
}

function pressAnswer(terminal: Terminal, signal: AbortSignal): Promise<ApprovalAnswer> {
  return new Promise((resolve) => {
    const finish = (answer: ApprovalAnswer) => {
      removeHandler()
      signal.removeEventListener('abort', onAbort)
      resolve(answer)
    }
    const onAbort = () => finish(denied)
    const removeHandler = terminal.onKey((key) => {
      // Ctrl+C is left to the turn, which ends, and this question with it.
      if (key.type === 'press' && key.name === 'ctrl+c') return false
      const answer =
        key.type === 'paste' ? undefined : answersByKey[key.type === 'text' ? key.text.toLowerCase() : key.name]
      if (answer) finish(answer)
      return true
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

function describeQuestion({ text, choices }: ClarifyQuestion, style: Style): string {
  const listed = choices.map((choice, index) => `  ${style.bold(String(index + 1))}  ${oneLine(choice)}\n`)
  const hint = choices.length > 0 ? style.dim('A number, or your own answer.\n') : ''
  return `${style.bold(safeText(text))}\n${listed.join('')}${hint}`
}

/** The number of a choice stands for its text. */
export function toClarification({ choices }: ClarifyQuestion, answer: string): string | undefined {
  const text = answer.trim()
  if (text === '') return undefined
  return (/^\d+$/.test(text) ? choices[Number(text) - 1] : undefined) ?? text
}
