import type { EditText } from '../chat/input/external-editor.js'
import type { Io } from '../io.js'

/** Gives an editor the terminal in cooked mode, like a shell. The screen found it in raw mode at its start, and leaves it in raw mode. */
export function withCookedInput({ stdin }: Pick<Io, 'stdin'>, edit: EditText): EditText {
  return (text) => {
    stdin.setRawMode?.(false)
    return edit(text)
  }
}
