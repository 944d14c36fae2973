/** A call as it was written. */
export interface CallDraft {
  readonly name: string
  /** Meant to be a JSON object. */
  readonly args: string
  readonly isCut: boolean
}

/** Some models put a name space before their tags. */
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

  /** @param pattern sticky (`y`): what must come next. */
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
