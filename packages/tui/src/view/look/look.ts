import type { EditorTheme, MarkdownTheme, SelectListTheme } from '@earendil-works/pi-tui'
import type { Translate } from '@hermes/safety/language'
import type { Remedy, ShownOutcome } from '../../model/view-state.js'
import type { ColorRole } from './color-role.js'

type Paint = (text: string) => string

type TextForm = 'bold' | 'italic' | 'underline' | 'strike'

export interface ExactText {
  readonly rows: readonly string[]
  /** Characters are invisible, or make the text look different. The rows show them escaped. */
  readonly isDeceptive: boolean
}

/** How the program that runs the terminal draws text. */
export interface Look {
  /** The language of the person. */
  readonly t: Translate
  readonly style: {
    readonly [Name in TextForm | ColorRole]: Paint
  }
  /** Before what the person has written. It may change. */
  readonly promptSign: string
  /** Makes control characters of a model or tool visible. */
  clean(text: string): string
  /** A name that a model or a server has chosen, on one line, with all of its characters visible. */
  name(text: string): string
  /** All of a text that a decision depends on, in rows of visible characters that nothing outside of it looks like. */
  exact(text: string, width: number): ExactText
  /** The code in colours; `undefined` for an unknown language. */
  highlight(code: string, language: string): string | undefined
  /**
   * How long the formula is that a text starts with; `undefined`: it starts with none, as a price does. Default: what is between two dollars is
   * a formula.
   */
  formulaLength?(text: string): number | undefined
  /** The command that helps with an error; `undefined`: none does. */
  commandFor(remedy: Remedy): string | undefined
  /** The rows of what a command has answered, without the note below a table. `nowMs`: when that was. Default: as Markdown. */
  outcome?(outcome: ShownOutcome, view: { readonly width: number; readonly nowMs: number }): readonly string[]
  /** The rows of a unified diff, and how many lines it adds and removes (`+3 -1`). */
  diff(diff: string, width: number): { readonly counts: string; readonly rows: readonly string[] }
}

export function markdownTheme({ style, highlight }: Look): MarkdownTheme {
  const { bold, italic, underline, strike, accent, border, code, muted } = style
  const plain: Paint = (text) => text
  return {
    heading: (text) => bold(accent(text)),
    link: accent,
    linkUrl: muted,
    code,
    codeBlock: plain,
    // What is copied from the terminal would have the indentation, too.
    codeBlockIndent: '',
    codeBlockBorder: border,
    quote: muted,
    quoteBorder: border,
    hr: border,
    listBullet: accent,
    bold,
    italic,
    strikethrough: strike,
    underline,
    highlightCode: (code, language) => (highlight(code, language ?? '') ?? code).split('\n'),
  }
}

export function listTheme({ style }: Look): SelectListTheme {
  const { bold, muted, accent } = style
  return {
    selectedPrefix: accent,
    selectedText: (text) => bold(accent(text)),
    description: muted,
    scrollInfo: muted,
    noMatch: muted,
  }
}

export function editorTheme(look: Look): EditorTheme {
  return { borderColor: look.style.border, selectList: listTheme(look) }
}
