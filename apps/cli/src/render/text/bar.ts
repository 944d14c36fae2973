const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Draws a bar of the given number of columns, to an eighth; never empty. */
export function bar(length: number): string {
  const steps = Math.max(1, Math.round(length * 8))
  return '█'.repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? '')
}
