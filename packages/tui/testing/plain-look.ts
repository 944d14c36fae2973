import { english } from '@hermes/safety/language'
import type { Look } from '../src/view/look/look.js'

const plain = (text: string) => text

/** Text without colors, so that tests read what is shown. */
export const plainLook: Look = {
  t: english,
  style: {
    bold: plain,
    italic: plain,
    underline: plain,
    strike: plain,
    accent: plain,
    muted: plain,
    success: plain,
    warning: plain,
    error: plain,
    added: plain,
    removed: plain,
    code: plain,
    keyword: plain,
    literal: plain,
    string: plain,
    name: plain,
    user: plain,
    assistant: plain,
    border: plain,
    status: plain,
    match: plain,
  },
  promptSign: '❯',
  clean: plain,
  name: (text) => text,
  exact: (text) => ({ rows: text.split('\n').map((line) => `│ ${line}`), isDeceptive: false }),
  highlight: () => undefined,
  commandFor: () => undefined,
  diff: (diff) => ({ counts: '', rows: diff.split('\n') }),
}
