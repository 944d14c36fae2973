import xterm from '@xterm/headless'

/** What a person sees on a terminal of 80 columns, with what went off its upper end. */
export interface Screen {
  /** Bytes that a program wrote. */
  write(data: string): void
  /** All rows, long ones as they are broken. */
  text(): string
  /** The rows below the one that was seen last, that one included. */
  unseen(): string
  /** Marks everything up to the first row of `unseen` that holds the text as seen. */
  see(text: string): void
}

export function createScreen(): Screen {
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, scrollback: 10_000, allowProposedApi: true })
  let firstUnseen = 0
  const rows = () => {
    const { buffer } = terminal
    return Array.from({ length: buffer.active.length }, (_, row) =>
      (buffer.active.getLine(row)?.translateToString(true) ?? '').trimEnd(),
    )
  }
  return {
    write: (data) => terminal.write(data),
    text: () => rows().join('\n'),
    unseen: () => rows().slice(firstUnseen).join('\n'),
    see(text) {
      const found = rows().findIndex((row, index) => index >= firstUnseen && row.includes(text))
      // What stands below may move up by the rows that show what is going on.
      if (found >= 0) firstUnseen = Math.max(firstUnseen, found)
    },
  }
}
