export interface ShellReport {
  /** Text that arrived on the channel before the shell used it, such as errors of the program that started the shell. */
  readonly preamble: string
  readonly initialVariables?: Readonly<Record<string, string>>
  /** Final folder and variables. Absent when the command left no report. */
  readonly end?: { readonly folder: string; readonly variables: Readonly<Record<string, string>> }
}

/** Maximum size, larger than the environment variables of any machine. Longer text is not a report. */
const longestReport = 4 * 2 ** 20

/** Collects the report of a wrapped command from its channel. */
export function createReportReader(mark: string): { push(data: Uint8Array): void; read(): ShellReport } {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    push(data) {
      size += data.length
      if (size <= longestReport) chunks.push(data)
    },
    read: () => parseReport(Buffer.concat(chunks).toString(), `${mark}\0`),
  }
}

function parseReport(text: string, mark: string): ShellReport {
  const [preamble = '', initial, , end, closing] = text.split(mark)
  const [folder, ...variables] = (end ?? '').split('\0')
  return {
    preamble,
    ...(initial && { initialVariables: parseVariables(initial.split('\0')) }),
    ...(folder &&
      closing !== undefined && { end: { folder: withoutNewline(folder), variables: parseVariables(variables) } }),
  }
}

function parseVariables(entries: readonly string[]): Record<string, string> {
  const pairs = entries
    .filter((entry) => entry.indexOf('=') > 0)
    .map((entry) => {
      const border = entry.indexOf('=')
      return [entry.slice(0, border), entry.slice(border + 1)] as const
    })
  return Object.fromEntries(pairs)
}

function withoutNewline(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}
