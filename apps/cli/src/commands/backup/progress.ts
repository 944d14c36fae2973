import type { Io } from '../../io.js'
import { createScreen } from '../../render/screen/screen.js'
import { createStyle, wantsColor } from '../../render/text/style.js'

/** Progress in one row of a terminal, erased at the end. Silent without a terminal. */
export interface Progress extends Disposable {
  show(text: string): void
}

export function createProgress({ stderr, env, t }: Io): Progress {
  const style = createStyle(wantsColor({ stream: stderr, env, isRefused: false }), t)
  const screen = createScreen({ stream: stderr, style, hasStatus: stderr.isTTY === true && env.TERM !== 'dumb' })
  return {
    show: (text) => screen.setStatus(text),
    [Symbol.dispose]: () => screen.setStatus(undefined),
  }
}
