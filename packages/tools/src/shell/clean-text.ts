import { withoutControls, withoutSequences } from '@hermes/safety'

/** Makes what a program prints readable, piece by piece. */
export interface TextCleaner {
  /** What can be told by now: whole lines, and long ones in parts. */
  push(text: string): string
  /** The last line as far as it has come; it may change. */
  peek(): string
  /** The rest. */
  end(): string
}

/** A line is waited for so long. */
const longestLine = 16_384
/** An escape sequence that is not whole may stand so far before the end of a part. */
const longestSequence = 2_048

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const special = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text consists of, and what bytes become that are none.
const noise = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g

/**
 * Takes out escape sequences and control characters, shows of a line that was written over again and again its last state, and
 * a count in place of binary data. Holds at most one line, and of a long one a part.
 */
export function createTextCleaner(): TextCleaner {
  let held = ''
  /** The beginning of the line that is held has been given out: nothing can take that back. */
  let isWithinLine = false
  /** Characters of binary data that have not been told of. */
  let binary = 0

  function take(until: number): string {
    const text = held.slice(0, until)
    held = held.slice(until)
    return special.test(text) || binary > 0 ? cleanLines(text) : note(text)
  }

  function note(text: string): string {
    if (text !== '') isWithinLine = !text.endsWith('\n')
    return text
  }

  function cleanLines(text: string): string {
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    return lines.map((line) => cleanLine(line, '\n')).join('') + (last === '' ? '' : cleanLine(last, ''))
  }

  function cleanLine(line: string, end: string): string {
    if (isNoise(line, binary > 0)) {
      binary += line.length + end.length
      return ''
    }
    const before = tellBinary()
    return before + note(lastState(line, before === '' && isWithinLine) + end)
  }

  function tellBinary(): string {
    if (binary === 0) return ''
    const told = `${isWithinLine ? '\n' : ''}[${binary.toLocaleString('en-US')} characters of binary data left out]\n`
    binary = 0
    isWithinLine = false
    return told
  }

  return {
    push(text) {
      held += text
      const lines = held.lastIndexOf('\n') + 1
      const shown = lines > 0 ? take(lines) : ''
      if (held.length < longestLine) return shown
      held = withoutOverwritten(held)
      return held.length < longestLine ? shown : shown + take(partEnd(held))
    },
    peek: () => (isNoise(held, binary > 0) ? '' : lastState(held.slice(0, partEnd(held)), isWithinLine)),
    end: () => take(held.length) + tellBinary(),
  }
}

/** Where a long line may be cut: not within an escape sequence, nor within a character. */
function partEnd(text: string): number {
  const start = text.lastIndexOf('\u001b')
  if (start !== -1 && text.length - start < longestSequence && openSequence.test(text.slice(start))) return start
  return /[\uD800-\uDBFF\r]$/.test(text) ? text.length - 1 : text.length
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the beginnings of escape sequences.
const openSequence = /^\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\u009c]*|[ -/]*)$/

/** Of a line that began anew, what came before is of no use. The last but one state stays: the last may be empty yet. */
function withoutOverwritten(line: string): string {
  const states = line.split('\r')
  return states.length <= 2
    ? line
    : states
        .filter((state) => state.trim() !== '')
        .slice(-2)
        .join('\r')
}

/** What a carriage return has been written over is gone, unless it was given out already. */
function lastState(line: string, isWithin: boolean): string {
  if (!special.test(line)) return line
  const states = line.split('\r').map((state) => withoutControls(eraseBack(withoutSequences(state))))
  const [first = '', ...later] = states
  const last = later.findLast((state) => state.trim() !== '')
  if (isWithin && last !== undefined) return `${first}\n${last}`
  return last ?? first
}

/** A backspace takes a character back: spinners live of it, and bold type of old. */
function eraseBack(text: string): string {
  if (!text.includes('\b')) return text
  const kept: string[] = []
  for (const character of text) {
    if (character === '\b') kept.pop()
    else kept.push(character)
  }
  return kept.join('')
}

/** More than a few strange characters in an encoding that was not UTF-8. */
function isNoise(line: string, isAfterNoise: boolean): boolean {
  if (!special.test(line)) return false
  const strange = line.match(noise)?.length ?? 0
  return strange >= (isAfterNoise ? 1 : 8) && strange > line.length / 5
}
