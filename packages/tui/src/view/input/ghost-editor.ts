import { CURSOR_MARKER, matchesKey, type TUI, truncateToWidth, visibleWidth } from '@earendil-works/pi-tui'
import type { Look } from '../look/look.js'
import { VimEditor, type VimSwitch } from './vim-editor.js'

export interface GhostEditorOptions {
  readonly vim: VimSwitch
  /** Suggests a continuation of the text. Empty: no suggestion. Default: there are no suggestions. */
  readonly suggestContinuation?: (typed: string) => string
}

/** The keys that accept the whole suggestion, and those that accept one word of it. */
const takeAll = ['right', 'ctrl+f', 'end', 'ctrl+e'] as const
const takeWord = ['ctrl+right', 'alt+right', 'alt+f'] as const

/** The cursor at the end of a text, as the editor draws it. */
const cursor = { begin: '\u001b[7m', end: '\u001b[0m' } as const

/** The input, with the dimmed rest of an earlier prompt after a text that starts like it. */
export class GhostEditor extends VimEditor {
  readonly #look: Look
  readonly #suggestContinuation: (typed: string) => string

  constructor(tui: TUI, look: Look, { vim, suggestContinuation = () => '' }: GhostEditorOptions) {
    super(tui, look, vim)
    this.#look = look
    this.#suggestContinuation = suggestContinuation
  }

  override handleInput(data: string): void {
    const rest = this.#rest()
    if (rest !== '' && takeAll.some((key) => matchesKey(data, key))) this.insertTextAtCursor(rest)
    else if (rest !== '' && takeWord.some((key) => matchesKey(data, key)))
      this.insertTextAtCursor(/^\s*\S+/.exec(rest)?.[0] ?? rest)
    else super.handleInput(data)
  }

  override render(width: number): string[] {
    const rows = super.render(width)
    const rest = this.#look.clean(this.#rest())
    const [first = ''] = rest
    const blank = `${CURSOR_MARKER}${cursor.begin} ${cursor.end}`
    const place = rest === '' ? -1 : rows.findIndex((row) => row.includes(blank))
    const row = rows[place]
    if (row === undefined) return rows
    const before = row.slice(0, row.indexOf(blank))
    const room = width - visibleWidth(before) - 2
    if (room < 1 || visibleWidth(first) !== 1) return rows
    const behind = this.#look.style.muted(truncateToWidth(rest.slice(first.length), room, '…'))
    return rows.with(place, `${before}${CURSOR_MARKER}${cursor.begin}${first}${cursor.end}${behind}`)
  }

  #rest(): string {
    const { line, col } = this.getCursor()
    const lines = this.getLines()
    const isAtEnd = line === lines.length - 1 && col === (lines[line] ?? '').length
    if (!isAtEnd || this.isShowingAutocomplete() || this.isInNormalMode) return ''
    return this.#suggestContinuation(this.getText())
  }
}
