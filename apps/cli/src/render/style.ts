import { styleText } from 'node:util'
import type { OutputStream } from '../io.js'

/** Colours text for a terminal, or returns it unchanged. */
export interface Style {
  readonly isEnabled: boolean
  bold(text: string): string
  dim(text: string): string
  italic(text: string): string
  underline(text: string): string
  strike(text: string): string
  inverse(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

type Format = Parameters<typeof styleText>[0]

export function createStyle(isEnabled: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    isEnabled && text !== '' ? styleText(format, text, { validateStream: false }) : text
  return {
    isEnabled,
    bold: paint('bold'),
    dim: paint('dim'),
    italic: paint('italic'),
    underline: paint('underline'),
    strike: paint('strikethrough'),
    inverse: paint('inverse'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  }
}

export interface ColorWish {
  readonly stream: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--no-color` was given. */
  readonly isRefused: boolean
}

/** Whether a stream gets colours: the flag, then `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. */
export function wantsColor({ stream, env, isRefused }: ColorWish): boolean {
  if (isRefused || env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}
