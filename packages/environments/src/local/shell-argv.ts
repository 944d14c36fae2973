/** Linux refuses a single argument of 128 KiB; a character has up to four bytes. */
const longestPart = /.{1,30000}/gsu

/**
 * The command line that has a shell run a command. One that is too long for an argument goes in parts, which the shell puts
 * together again.
 */
export function shellArgv(shell: string, command: string): readonly string[] {
  const parts = command.match(longestPart) ?? ['']
  const [only] = parts
  if (only !== undefined && parts.length === 1) return [shell, '-c', only]
  const whole = parts.map((_, index) => `\${${index + 1}}`).join('')
  // By the time the command runs, the parts are no longer its arguments.
  return [shell, '-c', `eval "shift $#\n${whole}"`, shell, ...parts]
}
