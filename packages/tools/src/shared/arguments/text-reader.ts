/** `cut`: the text ends before its object. `unclear`: it cannot be parsed, or is ambiguous. */
export class DamagedJsonError extends Error {
  constructor(kind: 'cut' | 'unclear') {
    super(sentences[kind])
    this.name = 'DamagedJsonError'
  }
}

const sentences = {
  cut: 'its arguments were cut off before their end. Send the whole call again; split long content over several calls.',
  unclear: 'its arguments are not a JSON object. Send them again as one valid JSON object.',
}

/** A position in a text that only moves forward. All patterns are sticky (`/y`). */
export interface TextReader {
  position(): number
  isAtEnd(): boolean
  /** Whether the pattern matches here. */
  sees(pattern: RegExp): boolean
  /** Consumes and returns the match at the position; empty without a match. */
  take(pattern: RegExp): string
  /** The character at the position, without moving. */
  peek(): string
  /** Moves to an index at or after the position. */
  moveTo(index: number): void
  readonly text: string
}

export function textReader(text: string): TextReader {
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  return {
    text,
    position: () => at,
    isAtEnd: () => at >= text.length,
    sees: (pattern) => match(pattern) !== undefined,
    take(pattern) {
      const found = match(pattern) ?? ''
      at += found.length
      return found
    },
    peek: () => text.charAt(at),
    moveTo(index) {
      at = Math.max(at, index)
    },
  }
}
