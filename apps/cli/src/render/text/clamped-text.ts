import type { Style } from './style.js'
import { textWidth } from './text-width.js'

/** A text that arrives in parts, of which only the first rows are shown. */
export interface ClampedText {
  /** Returns the visible part of the text. */
  push(part: string): string
  /** Returns a row about the omitted text, with its line break; empty if nothing was omitted. Starts the next text. */
  end(): string
}

export interface ClampedTextOptions {
  readonly maxRows: number
  readonly columns: () => number
  readonly style: Style
}

export function createClampedText({ maxRows, columns, style }: ClampedTextOptions): ClampedText {
  let row = 0
  let column = 0
  let leftOut = 0
  let isMidLine = true

  const advance = (character: string) => {
    column += textWidth(character)
    if (character !== '\n' && column <= columns()) return
    row += 1
    column = character === '\n' ? 0 : textWidth(character)
  }
  return {
    push(part) {
      let shown = ''
      for (const character of part) {
        if (row < maxRows) advance(character)
        if (row < maxRows) shown += character
        else if (character === '\n') isMidLine = false
        else if (leftOut === 0 || !isMidLine) {
          leftOut += 1
          isMidLine = true
        }
      }
      return shown
    },
    end() {
      const note = leftOut > 0 ? `${style.muted(`… ${style.t.count(leftOut, 'more line')}`)}\n` : ''
      const lineBreak = column > 0 || row >= maxRows ? '\n' : ''
      row = 0
      column = 0
      leftOut = 0
      isMidLine = true
      return lineBreak + note
    },
  }
}
