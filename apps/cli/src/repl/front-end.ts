import type { Run } from '@hermes/core'
import type { CommandContext } from '../commands/command-handler.js'
import { exitCode } from '../exit-code.js'
import { columnsOf, createScreen, type Screen } from '../render/screen.js'
import { createStyle, type Style, wantsColor } from '../render/style.js'
import { createDoublePress } from './double-press.js'
import type { Key } from './keys.js'
import { createLineEditor, type LineEditor } from './line-editor.js'
import { openTerminal, type Terminal } from './terminal.js'

/** Two presses of Ctrl+C within this time leave the program. */
export const leaveWithinMs = 2000

/** The terminal of a chat with everything that draws on it, and the turn that Ctrl+C means. */
export interface FrontEnd extends Disposable {
  readonly terminal: Terminal
  readonly screen: Screen
  readonly editor: LineEditor
  readonly style: Style
  readonly columns: () => number
  /** What was typed while nobody was asking: it goes to the next prompt. */
  readonly typedAhead: Key[]
  /** Marks a turn as the one that Ctrl+C interrupts. @returns unmarks it. */
  begin(run: Pick<Run, 'interrupt'>): () => void
  /** Ends the running turn, if there is one. */
  interrupt(reason?: string): void
}

export function openFrontEnd({ io, values }: CommandContext): FrontEnd {
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true }))
  const terminal = openTerminal(io)
  const typedAhead: Key[] = []
  let impatience = createDoublePress(leaveWithinMs)
  let current: Pick<Run, 'interrupt'> | undefined

  const interrupt = (reason?: string) => {
    typedAhead.length = 0
    current?.interrupt(reason)
  }
  const interruptOrLeave = () => {
    interrupt()
    if (!impatience.press()) return
    // What was recorded is safe, and whatever does not let go of the turn would keep the user waiting.
    io.stdout.write('\n')
    process.exit(exitCode.interrupted)
  }
  // Below all others: gets what no prompt and no question wants.
  terminal.onKey((key) => {
    const name = key.type === 'press' ? key.name : undefined
    if (name === 'ctrl+c') interruptOrLeave()
    else if (name === 'ctrl+z') terminal.suspend(() => undefined)
    else typedAhead.push(key)
    return true
  })
  return {
    terminal,
    screen: createScreen({ stream: io.stdout, style }),
    editor: createLineEditor({ terminal, stream: io.stdout }),
    style,
    columns: () => columnsOf(io.stdout),
    typedAhead,
    begin(run) {
      current = run
      impatience = createDoublePress(leaveWithinMs)
      return () => {
        if (current === run) current = undefined
      }
    },
    interrupt,
    [Symbol.dispose]: () => terminal[Symbol.dispose](),
  }
}
