/** Damaged JSON. `cut`: the text ends before the object does. `unclear`: the text cannot be parsed or is ambiguous. */
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

/** Cursor in a text that only moves forward. All patterns must be sticky (`/y`). */
export interface TextReader {
  position(): number
  isAtEnd(): boolean
  /** Returns whether the pattern matches at the cursor. */
  sees(pattern: RegExp): boolean
  /** Consumes and returns the match at the cursor, or an empty string without a match. */
  take(pattern: RegExp): string
  /** Returns the character at the cursor without moving. */
  peek(): string
  /** Moves to an index at or after the cursor. */
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
