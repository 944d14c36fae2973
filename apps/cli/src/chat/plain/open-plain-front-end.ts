import type { Io } from '../../io.js'
import { createStyle } from '../../render/text/style.js'
import { onStopSignal } from '../../setup/signals.js'
import { createTerminalColors } from '../../theme/terminal-colors.js'
import type { FrontEnd } from '../front-end/front-end.js'
import { createInterruption } from '../front-end/interruption.js'
import { createLineDock } from './line-dock.js'
import { createLineReader } from './line-reader.js'

/** Opens a chat of whole lines, for screen readers and for terminals that cannot move their cursor. */
export function openPlainFrontEnd({ stdin, stdout, env, t }: Io): FrontEnd {
  const dock = createLineDock({ stream: stdout })
  const editor = createLineReader(stdin, dock)
  const interruption = createInterruption(stdout)
  const onCtrlC = () => {
    if (!editor.cancel()) interruption.pressInterrupt()
  }
  process.on('SIGINT', onCtrlC)
  return {
    dock,
    editor,
    style: createStyle(false, t),
    colors: createTerminalColors(env),
    followBackground: async () => undefined,
    columns: () => dock.columns,
    typedAhead: [],
    isPlain: true,
    wasTyped: (text) => text === editor.last,
    ...interruption,
    // Ctrl+D ends the input, and the terminal sends a signal when it is closed.
    onStop: (stop) => onStopSignal(stop, ['SIGTERM', 'SIGHUP']),
    [Symbol.dispose]() {
      process.off('SIGINT', onCtrlC)
      editor[Symbol.dispose]()
    },
  }
}
