import { isDeepStrictEqual } from 'node:util'
import { type Component, Container, isKeyRelease } from '@earendil-works/pi-tui'
import { emptyView, type ViewState } from './model/view-state.js'
import type { ScreenOptions } from './screen-options.js'
import { completeInput } from './view/input/complete-input.js'
import { GhostEditor } from './view/input/ghost-editor.js'
import type { BackgroundColor } from './view/look/background-color.js'
import { ChoicePanel, type ChoiceQuestion } from './view/questions/choice-panel.js'
import { type AskOptions, type Waiting, WaitingPanels } from './view/questions/waiting-panels.js'
import { isSameBelow } from './view/rows/same-below.js'
import { Bottom } from './view/screen/bottom.js'
import { MainScreen } from './view/screen/main-screen.js'
import { type KeyTarget, ScreenKeys } from './view/screen/screen-keys.js'
import { Above, type StatusFacts, StatusLine } from './view/screen/status.js'
import { Transcript } from './view/transcript/transcript.js'

/**
 * Minimum height for the status rows. On a lower terminal, the conversation needs them, because anything that grows
 * above the screen cannot be redrawn.
 */
const lowRows = 8

/** How long a terminal may take to report its background, in milliseconds. */
const answerMs = 200

/** The terminal: transcript, input, status. The terminal's own scrollback keeps everything above. */
export class Screen {
  readonly #options: ScreenOptions
  readonly #tui: MainScreen
  readonly #transcript: Transcript
  readonly #status: StatusLine
  readonly #input = new Container()
  readonly #bottom: Bottom
  readonly #editor: GhostEditor
  readonly #waiting = new WaitingPanels(() => this.#showInput())
  /** Text that was typed and not sent, by session. */
  readonly #unsent = new Map<string, string>()
  #view = emptyView
  #sessionId = ''
  #hasEnded = false

  constructor(options: ScreenOptions) {
    const { terminal, look, completions, actions, prompt } = options
    const { status, ...shown } = options.view
    const { vim = { isOn: false }, suggestContinuation, history } = prompt
    this.#options = options
    const height = () => terminal.rows
    this.#bottom = new Bottom(height)
    this.#transcript = new Transcript(look, { height, ...shown })
    this.#tui = new MainScreen({
      terminal,
      onRequest: () => this.#bottom.touch(),
      shorten: () => this.#transcript.shorten(),
      placeOf: (row) => this.#transcript.layout.placeOf(row),
      rowOf: (place) => this.#transcript.layout.rowOf(place),
    })
    const isLow = () => height() < lowRows
    this.#status = new StatusLine(look, () => this.#view, {
      isLow,
      redraw: () => this.refresh(),
      ...(status && { draw: status }),
    })
    this.#editor = new GhostEditor(this.#tui, look, { vim, ...(suggestContinuation && { suggestContinuation }) })
    this.#editor.setAutocompleteProvider(completeInput(completions))
    for (const entry of history?.entries ?? []) this.#editor.addToHistory(entry)
    this.#editor.onSubmit = (text) => this.#submit(text)
    this.#tui.addChild(this.#transcript)
    this.#bottom.addChild(new Above(look, () => this.#view, { isLow }))
    this.#bottom.addChild(this.#input)
    this.#bottom.addChild(this.#status)
    this.#tui.addChild(this.#bottom)
    const keys = new ScreenKeys(this.#keyTarget(), actions)
    this.#tui.addInputListener((data) => {
      // Terminals with the kitty keyboard protocol report both press and release of a key.
      if (isKeyRelease(data)) return { consume: true }
      this.#bottom.touch()
      return keys.press(data) ? { consume: true } : undefined
    })
    this.#showInput()
  }

  start(): void {
    this.#tui.start()
  }

  /** Redraws everything because the look has changed. */
  redraw(): void {
    this.#tui.invalidate()
    this.#tui.requestRender()
  }

  /** Asks the terminal for its background. A terminal need not answer; a late answer is dropped. */
  async followBackground(take: (color: BackgroundColor) => void): Promise<void> {
    const color = await this.#tui.queryTerminalBackgroundColor({ timeoutMs: answerMs })
    if (color === undefined) return
    take(color)
    this.redraw()
  }

  /** Leaves the conversation on the terminal, without input and status. */
  stop(): void {
    this.#hasEnded = true
    this.#waiting.cancelAll()
    this.#tui.removeChild(this.#bottom)
    this.#tui.stop()
  }

  show(view: ViewState, sessionId: string): void {
    if (!isSameBelow(this.#view, view)) this.#bottom.touch()
    this.#view = view
    this.#transcript.show(view.blocks, sessionId)
    if (sessionId !== this.#sessionId) this.#switchTo(sessionId)
    this.#tui.requestTranscript()
  }

  describe(facts: StatusFacts): void {
    if (!isDeepStrictEqual(this.#status.facts, facts)) this.#bottom.touch()
    this.#status.facts = facts
    this.#tui.requestTranscript()
  }

  /** The height of the terminal. */
  get rows(): number {
    return this.#options.terminal.rows
  }

  /** Draws the current content of a panel. */
  refresh(): void {
    this.#tui.requestRender()
  }

  /**
   * Asks a question in place of the input, after earlier questions. `undefined`: Escape was pressed, or the signal was
   * aborted.
   */
  choose(question: ChoiceQuestion, options?: AskOptions): Promise<string | undefined> {
    return this.ask((end) => new ChoicePanel(question, this.#options.look, end), options)
  }

  /** Like {@link Screen.choose} with a panel that calls `end` with its answer. */
  ask<Answer>(
    open: (end: (answer: Answer | undefined) => void) => Component,
    options?: AskOptions,
  ): Promise<Answer | undefined> {
    return this.#waiting.ask(open, options)
  }

  /**
   * Leaves the terminal to another program until `action` has ended. The conversation stays on it, without input and
   * status.
   */
  async suspendWhile<Result>(action: () => Promise<Result>): Promise<Result> {
    this.#tui.removeChild(this.#bottom)
    this.#tui.stop()
    try {
      return await action()
    } finally {
      if (!this.#hasEnded) {
        this.#tui.addChild(this.#bottom)
        this.#tui.resume()
      }
    }
  }

  /** The text of the input, with each paste in full. */
  get text(): string {
    return this.#editor.getExpandedText()
  }

  /** Puts a prompt into the input. */
  edit(text: string): void {
    this.#editor.setText(text)
    this.#tui.requestRender()
  }

  /** The question in place of the input. */
  get #asked(): Waiting | undefined {
    return this.#waiting.of(this.#sessionId)
  }

  #switchTo(sessionId: string): void {
    this.#unsent.set(this.#sessionId, this.#editor.getExpandedText())
    // The first session takes what was typed before it was open.
    if (this.#sessionId !== '') this.#editor.setText(this.#unsent.get(sessionId) ?? '')
    this.#sessionId = sessionId
    this.#showInput()
  }

  #showInput(): void {
    const shown = this.#asked?.panel ?? this.#editor
    this.#input.clear()
    this.#input.addChild(shown)
    this.#tui.setFocus(shown)
    this.#tui.requestRender()
  }

  #submit(text: string): void {
    if (text.trim() === '') return
    this.#editor.addToHistory(text)
    this.#options.actions.submit(text)
  }

  #keyTarget(): KeyTarget {
    const screen = this
    return {
      editor: this.#editor,
      get asked() {
        return screen.#asked
      },
      get overlay() {
        return screen.#waiting.overlay
      },
      get isOpening() {
        return screen.#sessionId === ''
      },
      get hasQueued() {
        return screen.#view.queued.length > 0
      },
      clear: () => this.edit(''),
      fold: () => this.#fold(),
      putAside: () => this.#putAside(),
      redraw: () => this.#tui.requestWhole(),
    }
  }

  #fold(): void {
    this.#transcript.isExpanded = !this.#transcript.isExpanded
    if (this.#transcript.isExpanded) this.#tui.requestUnfolded()
    else this.#tui.requestRender()
  }

  /** On an empty line, restores what was put aside last. */
  #putAside(): void {
    const { drafts } = this.#options.prompt
    if (!drafts) return
    const { text } = this
    const isEmpty = text.trim() === ''
    if (!isEmpty) drafts.push(text)
    this.edit(isEmpty ? (drafts.pop() ?? '') : '')
  }
}
