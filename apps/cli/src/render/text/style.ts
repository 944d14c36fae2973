import { styleText } from 'node:util'
import { english, type Translate } from '@hermes/safety/language'
import type { ColorRole } from '@hermes/tui'
import type { OutputStream } from '../../io.js'
import { createInk, type Ink } from '../../theme/ink.js'
import { paintText } from '../../theme/paint-text.js'

/** How text appears on a terminal: its language, and its colors if there are any. */
export interface Style extends Readonly<Record<ColorRole, (text: string) => string>> {
  readonly t: Translate
  readonly isEnabled: boolean
  bold(text: string): string
  italic(text: string): string
  underline(text: string): string
  strike(text: string): string
  inverse(text: string): string
  /** Sign before the user's input and messages. */
  readonly promptSign: string
  /** Renders a link if the terminal shows links, otherwise the text. */
  link(text: string, url: string): string
}

type Format = Parameters<typeof styleText>[0]

/**
 * @param t Language of the user. Default: English.
 * @param hasLinks Whether the terminal shows links (OSC 8). Default: false.
 * @param ink Colors of the text. Default: those of a dark terminal.
 */
export function createStyle(
  isEnabled: boolean,
  t: Translate = english,
  hasLinks = false,
  ink: Readonly<Ink> = createInk(),
): Style {
  const paint = (format: Format) => (text: string) =>
    isEnabled && text !== '' ? styleText(format, text, { validateStream: false }) : text
  const color = (role: ColorRole) => (text: string) =>
    isEnabled && text !== '' ? paintText(text, ink.palette[role], ink.depth) : text
  return {
    t,
    isEnabled,
    bold: paint('bold'),
    italic: paint('italic'),
    underline: paint('underline'),
    strike: paint('strikethrough'),
    inverse: paint('inverse'),
    accent: color('accent'),
    muted: color('muted'),
    success: color('success'),
    warning: color('warning'),
    error: color('error'),
    added: color('added'),
    removed: color('removed'),
    code: color('code'),
    keyword: color('keyword'),
    literal: color('literal'),
    string: color('string'),
    name: color('name'),
    user: color('user'),
    assistant: color('assistant'),
    border: color('border'),
    status: color('status'),
    match: color('match'),
    get promptSign() {
      return ink.promptSign
    },
    link: (text, url) => (hasLinks && isSafeLink(url) ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text),
  }
}

/** Whether an address is a web or mail address of printable characters. */
function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)[!-~]{1,2000}$/.test(url)
}

/** Whether a terminal is known to support links. */
export function showsLinks({ stream, env }: Pick<ColorWish, 'stream' | 'env'>): boolean {
  if (stream.isTTY !== true || env.TERM === 'dumb') return false
  if (env.TMUX || /^screen/.test(env.TERM ?? '')) return false
  const isKnown = /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby)$/.test(env.TERM_PROGRAM ?? '')
  const isOfTerm = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot)/.test(env.TERM ?? '')
  return isKnown || isOfTerm || Number(env.VTE_VERSION ?? 0) >= 5000 || env.WT_SESSION !== undefined
}

export interface ColorWish {
  readonly stream: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether `--no-color` was given. */
  readonly isRefused: boolean
}

/** Whether a stream gets colors: the flag, then `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. */
export function wantsColor({ stream, env, isRefused }: ColorWish): boolean {
  if (isRefused || env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}
