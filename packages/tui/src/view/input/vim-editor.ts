import { decodeKittyPrintable, Editor, matchesKey, parseKey, type TUI } from '@earendil-works/pi-tui'
import { charactersOf, pressVimKey, previousOf, settled, startVim, type VimState, withText } from '../../vim/index.js'
import { editorTheme, type Look } from '../look/look.js'
import { splitPaste } from './pasted-text.js'

/** Whether the prompt is edited with the keys of vi. Read at each key. */
export interface VimSwitch {
  readonly isOn: boolean
}

const keys = {
  left: '\u001b[D',
  right: '\u001b[C',
  up: '\u001b[A',
  down: '\u001b[B',
  jump: '\u001b[93;5u',
  jumpBack: '\u001b[93;7u',
  end: '\u0005',
  escape: '\u001b',
} as const

/** Keys that delete more than a character. */
const deletions = ['ctrl+u', 'ctrl+k', 'ctrl+w', 'alt+d', 'alt+backspace'] as const

/** The input, with a normal mode when the switch is on. */
export class VimEditor extends Editor {
  readonly #vim: VimSwitch
  readonly #look: Look
  #state: VimState = startVim()

  constructor(tui: TUI, look: Look, vim: VimSwitch) {
    super(tui, editorTheme(look))
    this.#look = look
    this.#vim = vim
  }

  /** Whether Escape leaves insert mode or drops a command. */
  get takesEscape(): boolean {
    return this.#vim.isOn && (this.#state.mode === 'insert' || this.#state.pending.length > 0)
  }

  /** Whether keys are commands of vi. */
  get isInNormalMode(): boolean {
    return this.#vim.isOn && this.#state.mode === 'normal'
  }

  /** Sets the text, which starts in insert mode. */
  override setText(text: string): void {
    super.setText(text)
    this.#state = startVim(text)
  }

  override handleInput(data: string): void {
    if (!this.#vim.isOn) {
      this.#edit(data)
      return
    }
    if (this.#state.mode === 'normal') {
      const text = decodeKittyPrintable(data) ?? (/^\P{Cc}+$/u.test(data) ? data : undefined)
      for (const key of text === undefined ? [parseKey(data) ?? data] : charactersOf(text)) this.#press(key, data)
      return
    }
    const isEscape = matchesKey(data, 'escape')
    // The same key closes an open list of completions.
    if (!isEscape || this.isShowingAutocomplete()) this.#edit(data)
    if (!isEscape) return
    this.#unfold()
    this.#press('escape', data)
  }

  protected override renderBottomBorder(width: number, hiddenLineCount: number): string {
    const border = super.renderBottomBorder(width, hiddenLineCount)
    if (!this.#vim.isOn || hiddenLineCount > 0) return border
    const { t, style } = this.#look
    const mode = this.#state.mode === 'insert' ? t`INSERT` : t`NORMAL`
    const label = ` ${[mode, this.#state.pending.join('')].filter(Boolean).join(' ')} `
    return label.length + 4 > width ? border : style.muted(`──${label}${'─'.repeat(width - label.length - 2)}`)
  }

  /**
   * Passes a key to the editor. The editor keeps the completions of a text that such a key deletes, and puts the cursor
   * before a prompt of the history, where further keys would write into it.
   */
  #edit(data: string): void {
    const before = this.getText()
    const paste = splitPaste(data)
    super.handleInput(paste.input)
    if (paste.newline !== '') this.insertTextAtCursor(paste.newline)
    if (this.getText() === before) return
    if (matchesKey(data, 'up')) super.handleInput(keys.end)
    else if (this.isShowingAutocomplete() && deletions.some((key) => matchesKey(data, key))) {
      super.handleInput(keys.escape)
    }
  }

  #press(key: string, data: string): void {
    const { state, pass } = pressVimKey(this.#current(), key)
    this.#show(state)
    if (pass === undefined || pass === 'escape') return
    super.handleInput(pass === 'up' || pass === 'down' ? keys[pass] : data)
    // Sending leaves an empty prompt.
    if (pass === 'enter' && this.getText() === '') this.#state = startVim()
    else this.#show(settled(this.#current()))
  }

  #current(): VimState {
    return withText(this.#state, { text: this.getText(), cursor: this.#cursor })
  }

  #show(state: VimState): void {
    if (state.text !== this.getText()) super.setText(state.text)
    this.#state = state
    this.#moveTo(state.cursor)
  }

  /** Unfolds pastes, because commands would treat the names of folded pastes as text. */
  #unfold(): void {
    const whole = this.getExpandedText()
    if (whole !== this.getText()) super.setText(whole)
  }

  /** The position of the cursor in UTF-16 units. */
  get #cursor(): number {
    const { line, col } = this.getCursor()
    return this.getLines().slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + col
  }

  /**
   * Moves the cursor. The editor has no way to set it, so it is moved by keys that jump to a text, because the cost of
   * a step is proportional to the length of the text.
   */
  #moveTo(target: number): void {
    const before = this.getText().slice(0, target).split('\n')
    const place = { line: before.length - 1, col: before.at(-1)?.length ?? 0 }
    const line = this.getLines()[place.line] ?? ''
    const col = Math.min(place.col, previousOf(line, line.length))
    if (/^\P{Cc}/u.test(line.slice(col))) this.#jump({ line: place.line, col }, line.slice(col))
    if (place.col === line.length && this.getCursor().line === place.line) super.handleInput(keys.end)
    this.#step(target)
  }

  /** Jumps to a position. `rest`: the line from there on, which may also occur earlier. */
  #jump({ line, col }: { readonly line: number; readonly col: number }, rest: string): void {
    const distance = () => this.getCursor().line - line || this.getCursor().col - col
    const isBack = distance() > 0
    for (let last = Number.NaN; distance() !== 0 && this.#cursor !== last; ) {
      last = this.#cursor
      super.handleInput(isBack ? keys.jumpBack : keys.jump)
      super.handleInput(rest)
    }
  }

  /** Steps to positions that jumps do not reach: empty lines and control characters. */
  #step(target: number): void {
    for (let last = Number.NaN; this.#cursor !== target && this.#cursor !== last; ) {
      last = this.#cursor
      super.handleInput(last > target ? keys.left : keys.right)
    }
  }
}
