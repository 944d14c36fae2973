/**
 * Returns the log level for a name in capitals or one of Python's names, such as `INFO` or `WARNING`. Any other name is returned
 * unchanged, and validation reports it.
 */
export function toLogLevel(text: string): string {
  return levels.get(text.toLowerCase()) ?? text
}

const levels: ReadonlyMap<string, string> = new Map([
  ...['debug', 'info', 'warn', 'error'].map((level) => [level, level] as const),
  ['warning', 'warn'],
  ['critical', 'error'],
])
