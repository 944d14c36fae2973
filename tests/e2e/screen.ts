import xterm from '@xterm/headless'

/** The content of a terminal, including scrollback. */
export interface Screen {
  /** Writes the output of a program. */
  write(data: string): void
  /** Returns all rows; long lines are wrapped. */
  text(): string
  /** Returns the rows after the last seen one. */
  unseen(): string
  /** Marks everything up to the first row of `unseen` that contains the text as seen. */
  see(text: string): void
}

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

export function createScreen({ columns, rows: height }: ScreenSize = { columns: 80, rows: 24 }): Screen {
  const terminal = new xterm.Terminal({ cols: columns, rows: height, scrollback: 10_000, allowProposedApi: true })
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
      // Rows may move up when status rows disappear.
      if (found >= 0) firstUnseen = Math.max(firstUnseen, found)
    },
  }
}
