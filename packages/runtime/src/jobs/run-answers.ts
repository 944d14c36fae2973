/** Matches the last line of a script's output if the run needs no agent. */
const noWake = /^\s*\{\s*"wakeAgent"\s*:\s*false\s*\}\s*$/

/** Whether a script says that there is nothing to do, with `{"wakeAgent": false}` as the last line of its output. */
export function saysNoWake(output: string): boolean {
  return noWake.test(output.trimEnd().split('\n').at(-1) ?? '')
}

/** Whether an answer asks for no delivery: `[SILENT]` is its first or last line. */
export function isSilent(text: string): boolean {
  const lines = text.trim().split('\n')
  return [lines[0], lines.at(-1)].some((line) => line?.trim().toUpperCase() === '[SILENT]')
}

export const instructions = [
  'This conversation is a run of a scheduled job. No person reads along or can be asked: calls that need an approval are refused.',
  'Your final answer is delivered as the result. If there is nothing to report, answer only [SILENT].',
].join(' ')
