import type { CommandContext } from '../arguments/command-handler.js'
import { exitCode } from '../exit-code.js'
import { createDock, type Dock } from '../render/dock.js'
import { createStyle, type Style, wantsColor } from '../render/style.js'
import { createDoublePress } from './input/double-press.js'
import type { Key } from './input/keys.js'
import { createLineEditor, type LineEditor } from './input/line-editor.js'
import { openTerminal, type Terminal } from './input/terminal.js'

/** Two presses of Ctrl+C within this time leave the program. */
export const leaveWithinMs = 2000

/** What Ctrl+C ends. */
export interface Interruptible {
  readonly isBusy: boolean
  interrupt(reason?: string): void
}

/** The terminal of a chat with everything that draws on it, and the work that Ctrl+C means. */
export interface FrontEnd extends Disposable {
  readonly terminal: Terminal
  readonly dock: Dock
  readonly editor: LineEditor
  readonly style: Style
  readonly columns: () => number
  /** What was typed while nobody was asking: it goes to the next prompt. */
  readonly typedAhead: Key[]
  /** Names the work that Ctrl+C ends from now on. */
  serve(work: Interruptible): void
  /** Ends what is going on. */
  interrupt(reason?: string): void
  /** Does what Ctrl+C does while something is going on: the second press within two seconds ends the process. */
  pressInterrupt(): void
}

export function openFrontEnd({ io, values }: CommandContext): FrontEnd {
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }))
  const terminal = openTerminal(io)
  const dock = createDock({ stream: io.stdout, style })
  const typedAhead: Key[] = []
  const impatience = createDoublePress(leaveWithinMs)
  let work: Interruptible | undefined

  const interrupt = (reason?: string) => work?.interrupt(reason)
  const pressInterrupt = () => {
    interrupt()
    if (!impatience.press()) return
    // What was recorded is safe, and whatever does not let go of the turn would keep the user waiting.
    io.stdout.write('\n')
    process.exit(exitCode.interrupted)
  }
  // Below all others: gets what no prompt and no question wants.
  terminal.onKey((key) => {
    const name = key.type === 'press' ? key.name : undefined
    if (name === 'ctrl+c') {
      // As at a shell: what was typed for later goes, too.
      typedAhead.length = 0
      pressInterrupt()
    } else if (name === 'ctrl+z') {
      dock.withdraw()
      terminal.suspend(dock.refresh)
    } else typedAhead.push(key)
    return true
  })
  return {
    terminal,
    dock,
    editor: createLineEditor({ terminal, dock }),
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
