/**
 * Lines of plain text, built from pieces of text and the breaks between them. A break only counts once text follows it.
 */
export class TextLines {
  readonly #lines: string[] = []
  #line = ''
  #lineQuotes = 0
  #quotes = 0
  #breaks = 0
  /** What precedes the next text: the mark of a list, or a bar between cells. */
  #joint = ''
  #hasCell = false
  #hasSpace = false

  /**
   * Moves the next text to another line (1), or below an empty one (2). The first text of an item or a cell stays next to its
   * mark.
   */
  break(count: 1 | 2): void {
    if (this.#joint === '') this.#breaks = Math.max(this.#breaks, count)
  }

  breakMore(): void {
    this.#breaks = Math.min(2, this.#breaks + 1)
  }

  /** Starts an item of a list, or ends one if there is no mark. */
  item(mark = ''): void {
    this.#joint = ''
    this.break(1)
    this.#joint = mark
  }

  /** Starts or ends a row of a table. */
  row(): void {
    this.item()
    this.#hasCell = false
  }

  /** Starts another cell, whose text stays on the line although its paragraph has ended. */
  cell(): void {
    if (!this.#hasCell) return
    this.#breaks = 0
    this.#joint = ' | '
  }

  quote(change: 1 | -1): void {
    this.break(2)
    this.#quotes += change
  }

  /** Adds words. Consecutive spaces count as one. */
  put(text: string): void {
    const words = text.trim()
    const isApart = this.#breaks === 0 && (this.#hasSpace || text.startsWith(' '))
    if (words === '') {
      this.#hasSpace ||= isApart
      return
    }
    this.#add(isApart && this.#line !== '' ? ` ${words}` : words)
    this.#hasSpace = text.endsWith(' ')
  }

  /** Adds a line unchanged. */
  putLine(text: string): void {
    this.#add(text)
  }

  end(): string {
    this.#endLine(1)
    return this.#lines.join('\n').trim()
  }

  #add(text: string): void {
    if (this.#breaks > 0) this.#endLine(this.#breaks)
    if (this.#line === '') this.#lineQuotes = this.#quotes
    this.#line += this.#joint === '' ? text : this.#joint + text.trimStart()
    this.#joint = ''
    this.#hasCell = true
  }

  #endLine(breaks: number): void {
    // The space after the delimiter of a signature is part of it.
    const line = this.#line === '--' && this.#hasSpace ? '-- ' : this.#line
    this.#breaks = 0
    this.#hasSpace = false
    this.#line = ''
    if (line === '' && this.#lines.length === 0) return
    this.#lines.push(quoted(line, this.#lineQuotes))
    if (breaks > 1) this.#lines.push(quoted('', Math.min(this.#lineQuotes, this.#quotes)))
  }
}

function quoted(line: string, quotes: number): string {
  return line === '' ? '>'.repeat(Math.min(1, quotes)) : '> '.repeat(quotes) + line
}
