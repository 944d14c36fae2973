import type { EditorTheme, MarkdownTheme, SelectListTheme } from '@earendil-works/pi-tui'
import type { Translate } from '@hermes/safety/language'
import type { Remedy, ShownOutcome } from '../../model/view-state.js'
import type { ColorRole } from './color-role.js'

type Paint = (text: string) => string

type TextForm = 'bold' | 'italic' | 'underline' | 'strike'

export interface ExactText {
  readonly rows: readonly string[]
  /** Whether characters are invisible or disguise the text. The rows show them escaped. */
  readonly isDeceptive: boolean
}

/** How the program around the terminal draws text. */
export interface Look {
  /** Translates into the language of the person. */
  readonly t: Translate
  readonly style: {
    readonly [Name in TextForm | ColorRole]: Paint
  }
  /** The sign before the person's text. It may change. */
  readonly promptSign: string
  /** Makes control characters from a model or tool visible. */
  clean(text: string): string
  /** Formats a name chosen by a model or a server on one line, with all of its characters visible. */
  name(text: string): string
  /**
   * Formats a text that a decision depends on, complete and in rows of visible characters, so that nothing outside can
   * imitate it.
   */
  exact(text: string, width: number): ExactText
  /** Returns the code in colors, or `undefined` for an unknown language. */
  highlight(code: string, language: string): string | undefined
  /**
   * Returns the length of the formula at the start of a text, or `undefined` if it starts with none, such as a price.
   * Default: text between two dollar signs is a formula.
   */
  formulaLength?(text: string): number | undefined
  /** Returns the command that helps with an error, or `undefined` if there is none. */
  commandFor(remedy: Remedy): string | undefined
  /**
   * Draws the rows of a command's answer, without the note below a table. `nowMs`: the time of the answer. Default:
   * drawn as Markdown.
   */
  outcome?(outcome: ShownOutcome, view: { readonly width: number; readonly nowMs: number }): readonly string[]
  /** Draws the rows of a unified diff, and the number of lines it adds and removes (`+3 -1`). */
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
    // Text copied from the terminal would include the indentation.
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
