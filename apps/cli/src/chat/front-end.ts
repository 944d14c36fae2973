import type { CommandContext } from '../arguments/command-spec.js'
import { exitCode } from '../exit-code.js'
import { createDock, type Dock } from '../render/dock.js'
import { createStyle, type Style, showsLinks, wantsColor } from '../render/style.js'
import { createDoublePress } from './input/double-press.js'
import { createEditText } from './input/external-editor.js'
import type { Key } from './input/keys.js'
import { createLineEditor, type LineEditor } from './input/line-editor.js'
import { openTerminal, type Terminal } from './input/terminal.js'

/** Two presses of Ctrl+C within this time exit the program. */
export const leaveWithinMs = 2000

/** The work that Ctrl+C ends. */
export interface Interruptible {
  readonly isBusy: boolean
  interrupt(reason?: string): void
}

/** The terminal of a chat, everything that draws on it, and the handling of Ctrl+C. */
export interface FrontEnd extends Disposable {
  readonly terminal: Terminal
  readonly dock: Dock
  readonly editor: LineEditor
  readonly style: Style
  readonly columns: () => number
  /** Text typed while no prompt was open. It is inserted into the next prompt. */
  readonly typedAhead: Key[]
  /** Sets the work that Ctrl+C ends from now on. */
  serve(work: Interruptible): void
  /** Ends the current work. */
  interrupt(reason?: string): void
  /** Handles Ctrl+C during work: the second press within two seconds exits the process. */
  pressInterrupt(): void
}

export function openFrontEnd({ io, values }: CommandContext): FrontEnd {
  const stream = io.stdout
  const hasColor = wantsColor({ stream, env: io.env, isRefused: values['no-color'] === true })
  const style = createStyle(hasColor, showsLinks({ stream, env: io.env }))
  const terminal = openTerminal(io)
  const dock = createDock({ stream: io.stdout, style })
  const typedAhead: Key[] = []
  const secondPress = createDoublePress(leaveWithinMs)
  let work: Interruptible | undefined

  const interrupt = (reason?: string) => work?.interrupt(reason)
  const pressInterrupt = () => {
    interrupt()
    if (!secondPress.press()) return
    // Recorded data is safe, and waiting for a stuck turn would keep the user.
    io.stdout.write('\n')
    process.exit(exitCode.interrupted)
  }
  // The lowest handler: receives keys that no prompt and no question handles.
  terminal.onKey((key) => {
    const name = key.type === 'press' ? key.name : undefined
    if (name === 'ctrl+c') {
      // As in a shell, typed-ahead text is discarded, too.
      typedAhead.length = 0
      pressInterrupt()
    } else if (name === 'escape') {
      interrupt()
    } else if (name === 'ctrl+z') {
      dock.withdraw()
      terminal.suspend(dock.refresh)
    } else typedAhead.push(key)
    return true
  })
  return {
    terminal,
    dock,
    editor: createLineEditor({ terminal, dock, style, editText: createEditText(io.env) }),
    style,
    columns: () => dock.columns,
    typedAhead,
    serve(next) {
      work = next
    },
    interrupt,
    pressInterrupt,
    [Symbol.dispose]: () => terminal[Symbol.dispose](),
  }
}
