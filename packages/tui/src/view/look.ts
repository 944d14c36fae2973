import type { EditorTheme, MarkdownTheme, SelectListTheme } from '@earendil-works/pi-tui'
import type { Translate } from '@hermes/safety/language'

type Paint = (text: string) => string

/** How the program that runs the terminal draws text. */
export interface Look {
  /** The language of the person. */
  readonly t: Translate
  readonly style: {
    readonly [Name in
      | 'bold'
      | 'dim'
      | 'italic'
      | 'underline'
      | 'strike'
      | 'cyan'
      | 'green'
      | 'red'
      | 'yellow'
      | 'magenta']: Paint
  }
  /** Makes control characters of a model or tool visible. */
  clean(text: string): string
  /** The code in colours; `undefined` for an unknown language. */
  highlight(code: string, language: string): string | undefined
}

export function markdownTheme({ style, highlight }: Look): MarkdownTheme {
  const { bold, dim, italic, underline, strike, cyan } = style
  const plain: Paint = (text) => text
  return {
    heading: (text) => bold(cyan(text)),
    link: cyan,
    linkUrl: dim,
    code: cyan,
    codeBlock: plain,
    codeBlockBorder: dim,
    quote: dim,
    quoteBorder: dim,
    hr: dim,
    listBullet: cyan,
    bold,
    italic,
    strikethrough: strike,
    underline,
    highlightCode: (code, language) => (highlight(code, language ?? '') ?? code).split('\n'),
  }
}

export function listTheme({ style }: Look): SelectListTheme {
  const { bold, dim, cyan } = style
  return {
    selectedPrefix: cyan,
    selectedText: (text) => bold(cyan(text)),
    description: dim,
    scrollInfo: dim,
    noMatch: dim,
  }
}

export function editorTheme(look: Look): EditorTheme {
  return { borderColor: look.style.dim, selectList: listTheme(look) }
}
