import type { Acceptance, Submission, SubmissionEnd } from '@hermes/conversations'
import type { CommandContext, CommandTable } from '@hermes/conversations/commands'
import { describeError, type MessageContent } from '@hermes/core'
import { oneLine, safeText } from '../render/text/safe-text.js'
import type { Chat } from './chat.js'
import { completeInput } from './complete-input.js'
import type { Mentioned } from './files/file-mentions.js'
import type { FrontEnd } from './front-end/front-end.js'
import { leaveWithinMs } from './front-end/interruption.js'
import { createDoublePress } from './input/double-press.js'
import type { History } from './input/history.js'
import type { VimSwitch } from './input/with-vim.js'
import type { OwnCommands } from './own-commands.js'
import { type AfterCommand, type OutcomeStage, performOutcome } from './perform-outcome.js'
import type { ShownErrors } from './shown-errors.js'

export interface ConverseOptions {
  readonly frontEnd: FrontEnd
  readonly chat: Chat
  readonly table: CommandTable
  readonly commandContext: () => CommandContext
  readonly history: History
  /** Whether the history completes typed text. */
  readonly hasGhosts: boolean
  readonly vim: VimSwitch
  /** Texts that the user put aside. */
  readonly drafts: string[]
  /** Returns the files that match part of a name. */
  readonly suggestFiles: (query: string) => Promise<readonly string[]>
  /** Attaches the files that a message names, and the pending images. */
  readonly attach: (text: string) => Promise<Pick<Mentioned, 'content' | 'problems'>>
  readonly own: OwnCommands
  /** Switches to another conversation and shows its state. */
  readonly open: OutcomeStage['open']
  /** Returns the prompt, painted in the current colors. */
  readonly prompt: () => string
  /** Whether the prompt is open. It is closed while a command runs or asks something. */
  readonly prompting: { isOpen: boolean }
  readonly signal: AbortSignal
  /** The first message, never parsed as a command; may be empty. */
  readonly first: string
  /** The first message with its image. Default: its text. */
  readonly firstContent?: MessageContent
  /** Attaches the image in the clipboard to the next message. Resolves to a line that reports the result. */
  readonly pasteImage: () => Promise<string>
  readonly onError: (error: unknown) => void
  readonly shownErrors: ShownErrors
}

/** Reads lines and submits them until the user leaves or the signal is aborted. */
export async function converse(options: ConverseOptions): Promise<void> {
  const { chat, history, first, signal, prompting } = options
  const speaker = createSpeaker(options)
  if (first.trim() !== '') speaker.say(first, 'message', options.firstContent)
  while (!signal.aborted) {
    prompting.isOpen = true
    const text = await nextText(options).finally(() => {
      prompting.isOpen = false
    })
    if (text === undefined) break
    // Both start now, so that Ctrl+C already reaches the new work while the history is saved.
    const [after] = await Promise.all([speaker.take(text), history.add(text)])
    if (after === 'leave') break
  }
  if (signal.aborted || !chat.isBusy) return
  options.frontEnd.dock.writeLines(
    `${options.frontEnd.style.muted(options.frontEnd.style.t`Leaving when the turn has ended. Ctrl+C ends it.`)}\n`,
  )
  await chat.settled()
}

function createSpeaker(options: ConverseOptions) {
  const { frontEnd, chat, table, commandContext, prompt, onError } = options
  const { dock, style } = frontEnd
  const { t } = style
  const fail = (error: unknown) => {
    if (!options.shownErrors.take(error)) return
    dock.writeLines(`${style.error(`✗ ${oneLine(t.of(describeError(error)))}`)}\n`)
    onError(error)
  }
  const stage: OutcomeStage = {
    get view() {
      return { style, columns: dock.columns, nowMs: Date.now() }
    },
    print: (text) => dock.writeLines(text),
    async ask(question, { isSecret = false } = {}) {
      const answer = await frontEnd.editor.read({ prompt: `${question}${style.accent('❯')} `, isSecret })
      return answer.type === 'text' ? answer.text : undefined
    },
    run: (line) => run(line),
    open: options.open,
  }

  async function sayWithFiles(text: string): Promise<void> {
    const { content: own, problems } = await options.attach(text)
    const content = options.own.withOutput(own)
    for (const problem of problems) dock.writeLines(`${style.warning(`! ${oneLine(t.of(problem))}`)}\n`)
    say(text, content === text ? undefined : 'message', content)
  }
  function say(text: string, as?: 'message', content?: MessageContent): void {
    const submission = chat.submit(text, as, content)
    submission.accepted.catch(fail)
    void submission.ended.then(finish)
  }
  /** The events of the turn show a message. Only a message that never started a turn is reported here. */
  function finish(end: SubmissionEnd): void {
    if (end.status === 'failed') fail(end.error)
    if (end.status === 'refused') dock.writeLines(`${style.warning(oneLine(t.of(end.message)))}\n`)
  }
  function tellOfWait(acceptance: Acceptance): void {
    if (acceptance.as !== 'command' || !acceptance.isWaiting) return
    const sentence = t`/${acceptance.name} runs when the turn has ended. It is not kept if Hermes ends before that.`
    dock.writeLines(`${style.muted(sentence)}\n`)
  }
  async function run(line: string): Promise<AfterCommand> {
    const submission = chat.submit(line)
    if (becomesMessage(line)) return follow(submission)
    // `waitFor` below reports a rejection.
    submission.accepted.then(tellOfWait, () => undefined)
    const end = await chat.waitFor(submission)
    // Removes the progress of the command; the progress of a turn stays.
    if (chat.conversation.state.activity === 'idle') dock.setStatus(undefined)
    if (end.status === 'command') return performOutcome(end.outcome, stage)
    finish(end)
    return 'stay'
  }
  /** Follows a command that becomes a message. It may be queued for long, so Ctrl+C keeps ending the turn. */
  async function follow({ accepted, ended }: Submission): Promise<AfterCommand> {
    await accepted
    const end = await ended
    if (end.status === 'command') return performOutcome(end.outcome, stage)
    finish(end)
    return 'stay'
  }
  const commandOf = (text: string) => {
    const { surface, person } = commandContext()
    const found = table.find(text, surface, person)
    return found.type === 'command' ? found.command : undefined
  }
  const becomesMessage = (text: string) => commandOf(text)?.becomesMessage === true
  /** A command that runs after the turn must not block typing, and a message shows its own turn. */
  function blocksPrompt(text: string): boolean {
    const isBusy = chat.conversation.state.activity !== 'idle'
    return !becomesMessage(text) && !(isBusy && commandOf(text)?.whileRunning === 'after')
  }
  async function take(text: string): Promise<AfterCommand> {
    const { surface, person } = commandContext()
    const isCommand = text.startsWith('/') && table.find(text, surface, person).type !== 'message'
    if (options.own.isOwn(text)) {
      await options.own.run(text)
      return 'stay'
    }
    if (!isCommand) {
      await sayWithFiles(text)
      return 'stay'
    }
    if (!frontEnd.wasTyped(text)) dock.writeLines(`${prompt()}${safeText(text).replaceAll('\n', '\n  ')}\n`)
    const running = run(text).catch((error: unknown): AfterCommand => {
      fail(error)
      return 'stay'
    })
    return blocksPrompt(text) ? running : 'stay'
  }
  return { say, take }
}

/** Returns the next text that is not blank; `undefined` when the user leaves. */
async function nextText(options: ConverseOptions): Promise<string | undefined> {
  const { frontEnd, chat, table, commandContext, history, signal, prompt, drafts, hasGhosts, vim } = options
  const { editor, typedAhead, dock, style } = frontEnd
  const leaving = createDoublePress(leaveWithinMs)
  const suggest = completeInput(table, commandContext, options.suggestFiles, style.t)
  while (!signal.aborted) {
    const answer = await editor.read({
      prompt: prompt(),
      history: history.entries,
      suggest,
      hasGhosts,
      vim,
      drafts,
      typedAhead,
      signal,
      isEchoed: false,
      promptAfter: chat.settled(),
      // Counts as the first of two presses, because the second one finds an empty line.
      onCleared: () => leaving.press(),
      onEscape: () => chat.isBusy && chat.interrupt(),
      onPasteImage: () => {
        const say = (text: string) => dock.writeLines(`${style.muted(oneLine(style.t.of(text)))}\n`)
        options.pasteImage().then(say).catch(options.onError)
      },
      takeBack: chat.takeBack,
    })
    if (answer.type === 'end') return undefined
    if (answer.type === 'text' && answer.text.trim() !== '') return answer.text
    if (answer.type !== 'cancel' || signal.aborted) continue
    if (chat.isBusy) frontEnd.pressInterrupt()
    else if (leaving.press()) return undefined
    else dock.writeLines(`${style.muted(style.t`Ctrl+C again to leave.`)}\n`)
  }
  return undefined
}
