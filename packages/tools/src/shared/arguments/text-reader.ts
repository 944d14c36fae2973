/** `cut`: the text ends before its object does. `unclear`: it has no reading, or more than one. */
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

/** A place in a text that only moves forward. All patterns are sticky (`/y`). */
export interface TextReader {
  position(): number
  isAtEnd(): boolean
  /** Whether the pattern matches here. */
  sees(pattern: RegExp): boolean
  /** Moves over what the pattern matches here, and gives it back; empty if it does not match. */
  take(pattern: RegExp): string
  /** The character here, without moving. */
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
