/** A call as it was written. */
export interface CallDraft {
  readonly name: string
  /** The arguments. Expected to be a JSON object, but not validated. */
  readonly args: string
  readonly isCut: boolean
}

/** Matches the namespace with which some models prefix their tags. */
export const prefix = '(?:[A-Za-z-]{1,20}:|[|｜]DSML[|｜])?'

/** Reads a text from left to right. */
export class MarkupReader {
  readonly text: string
  position: number

  constructor(text: string, position = 0) {
    this.text = text
    this.position = position
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  /** Takes a match. @param pattern Sticky (`y`): must match at the current position. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = this.sees(pattern)
    if (match) this.position += match[0].length
    return match
  }

  sees(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position
    return pattern.exec(this.text) ?? undefined
  }

  skipSpace(): void {
    this.take(/\s+/y)
  }
}
