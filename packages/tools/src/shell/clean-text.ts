import { withoutControls, withoutSequences } from '@hermes/safety'

/** Cleans the output of programs, chunk by chunk. */
export interface TextCleaner {
  /** Returns text that can no longer change: whole lines, and long lines in parts. */
  push(text: string): string
  /** Returns the unfinished last line, which may still change. */
  peek(): string
  /** Returns the remaining text. */
  end(): string
}

/** Maximum line length. Longer lines are emitted in parts. */
const longestLine = 16_384
/** Maximum length of an escape sequence that may be incomplete at the end of a part. */
const longestSequence = 2_048

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters.
const special = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters that text does not contain, and the replacement for invalid bytes.
const noise = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g

/**
 * Removes escape sequences and control characters, shows only the last state of overwritten lines, and replaces binary
 * data with its size. Buffers at most one line, or a part of a long one.
 */
export function createTextCleaner(): TextCleaner {
  let held = ''
  /** Whether part of the current line has been emitted and can no longer be changed. */
  let isWithinLine = false
  /** Number of binary characters that have not been reported yet. */
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

/** Returns where a long line can be split without breaking an escape sequence or a character. */
function partEnd(text: string): number {
  const start = text.lastIndexOf('\u001b')
  if (start !== -1 && text.length - start < longestSequence && openSequence.test(text.slice(start))) return start
  return /[\uD800-\uDBFF\r]$/.test(text) ? text.length - 1 : text.length
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the beginnings of escape sequences.
const openSequence = /^\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\u009c]*|[ -/]*)$/

/** Drops overwritten states of a line. Keeps the last two, because the last one may still be empty. */
function withoutOverwritten(line: string): string {
  const states = line.split('\r')
  return states.length <= 2
    ? line
    : states
        .filter((state) => state.trim() !== '')
        .slice(-2)
        .join('\r')
}

/** Returns the last state of a line. Text before a carriage return was overwritten, unless it was already emitted. */
function lastState(line: string, isWithin: boolean): string {
  if (!special.test(line)) return line
  const states = line.split('\r').map((state) => withoutControls(eraseBack(withoutSequences(state))))
  const [first = '', ...later] = states
  const last = later.findLast((state) => state.trim() !== '')
  if (isWithin && last !== undefined) return `${first}\n${last}`
  return last ?? first
}

/** Applies backspaces, which spinners and overstruck bold type use. */
function eraseBack(text: string): string {
  if (!text.includes('\b')) return text
  const kept: string[] = []
  for (const character of text) {
    if (character === '\b') kept.pop()
    else kept.push(character)
  }
  return kept.join('')
}

/** Returns whether a line is binary data: it contains more than a few control characters or invalid UTF-8. */
function isNoise(line: string, isAfterNoise: boolean): boolean {
  if (!special.test(line)) return false
  const strange = line.match(noise)?.length ?? 0
  return strange >= (isAfterNoise ? 1 : 8) && strange > line.length / 5
}
