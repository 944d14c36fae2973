import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { createDock, type Dock } from '../../render/screen/dock.js'
import { createStyle, type Style, showsLinks, wantsColor } from '../../render/text/style.js'
import { onStopSignal } from '../../setup/signals.js'
import { createTerminalColors, type TerminalColors } from '../../theme/terminal-colors.js'
import { createEditText } from '../input/external-editor.js'
import type { Key } from '../input/keys.js'
import { createLineEditor, type LineEditor } from '../input/line-editor.js'
import { openTerminal } from '../input/terminal.js'
import { createInterruption, type Interruption } from './interruption.js'

/** Everything that draws on the terminal of a chat, its input, and the handling of Ctrl+C. */
export interface FrontEnd extends Interruption, Disposable {
  readonly dock: Dock
  readonly editor: LineEditor
  readonly style: Style
  readonly colors: TerminalColors
  readonly columns: () => number
  /** Text typed while no prompt was open, to be inserted into the next prompt. */
  readonly typedAhead: Key[]
  /** Whether output is whole lines only: the terminal echoes what is typed, and the next prompt appears after the turn. */
  readonly isPlain: boolean
  /** Whether the terminal already shows this message, because it was typed there. */
  wasTyped(text: string): boolean
  /** Adapts the colors, if there are any, to the background that the terminal reports. Resolves when it has answered, or after a short wait. */
  followBackground(): Promise<void>
  /** Calls `stop` when the process is asked to stop or the terminal is closed. @returns a function that removes the handlers. */
  onStop(stop: (code: number) => void): () => void
}

export function openFrontEnd({ io, values }: CommandContext): FrontEnd {
  const stream = io.stdout
  const hasColor = wantsColor({ stream, env: io.env, isRefused: values['no-color'] === true })
  const colors = createTerminalColors(io.env)
  const style = createStyle(hasColor, io.t, showsLinks({ stream, env: io.env }), colors.ink)
  const terminal = openTerminal(io)
  const dock = createDock({ stream: io.stdout, style })
  const typedAhead: Key[] = []
  const interruption = createInterruption(io.stdout)

  // The lowest handler receives the keys that no prompt or question handles.
  terminal.onKey((key) => {
    const name = key.type === 'press' ? key.name : undefined
    if (name === 'ctrl+c') {
      // As in a shell, typed-ahead text is discarded as well.
      typedAhead.length = 0
      interruption.pressInterrupt()
    } else if (name === 'escape') {
      interruption.interrupt()
    } else if (name === 'ctrl+z') {
      dock.withdraw()
      terminal.suspend(dock.refresh)
    } else typedAhead.push(key)
    return true
  })
  return {
    dock,
    editor: createLineEditor({ terminal, dock, style, editText: createEditText(io.env) }),
    style,
    colors,
    columns: () => dock.columns,
    typedAhead,
    isPlain: false,
    wasTyped: () => false,
    followBackground: async () => {
      if (hasColor) await terminal.askBackground(colors.setBackground)
    },
    ...interruption,
    onStop(stop) {
      const removeSignals = onStopSignal(stop)
      const onEnd = () => stop(exitCode.failed)
      io.stdin.once('end', onEnd)
      return () => {
        removeSignals()
        io.stdin.off('end', onEnd)
      }
    },
    [Symbol.dispose]: () => terminal[Symbol.dispose](),
  }
}
