import type { Look } from '@hermes/tui'
import type { CommandContext } from '../arguments/command-spec.js'
import { createCodePainter } from '../render/highlight-code.js'
import { safeText } from '../render/safe-text.js'
import { createStyle, wantsColor } from '../render/style.js'

/** The colours of the line chat. */
export function createLook({ io, values }: CommandContext): Look {
  const style = createStyle(
    wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }),
    io.t,
  )
  const paint = createCodePainter(style)
  return {
    t: io.t,
    style,
    clean: (text) => safeText(text).replaceAll('\t', '  '),
    highlight: (code, language) => paint(code, language),
  }
}
