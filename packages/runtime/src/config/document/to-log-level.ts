/** The level for a name in capitals or of Python: `INFO`, `WARNING`. A name that is none stays, for the validation to report. */
export function toLogLevel(text: string): string {
  return levels.get(text.toLowerCase()) ?? text
}

const levels: ReadonlyMap<string, string> = new Map([
  ...['debug', 'info', 'warn', 'error'].map((level) => [level, level] as const),
  ['warning', 'warn'],
  ['critical', 'error'],
])
