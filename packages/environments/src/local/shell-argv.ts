import { basename } from 'node:path'

/** Linux limits a single argument to 128 KiB, and a character takes up to four bytes. */
const longestPart = /.{1,30000}/gsu

/**
 * The command line that runs a command in a shell. A command that is too long for an argument is split, and the shell
 * joins the parts.
 */
export function shellArgv(shell: string, command: string): readonly string[] {
  const parts = command.match(longestPart) ?? ['']
  const [only] = parts
  if (only !== undefined && parts.length === 1) return [shell, '-c', only]
  const whole = parts.map((_, index) => `\${${index + 1}}`).join('')
  // Removes the parts from the arguments before the command runs.
  return [shell, '-c', `eval "shift $#\n${whole}"`, shell, ...parts]
}

/**
 * The same, without the user's start files. Bash reads `~/.bashrc` when its input is a socket, as pipes of Node are, because it takes itself for
 * the shell of a remote login. What stands there delays the command, prints into its output, or waits for something.
 */
export function bareShellArgv(shell: string, command: string): readonly string[] {
  const [, ...args] = shellArgv(shell, command)
  return basename(shell) === 'bash' ? [shell, '--norc', ...args] : [shell, ...args]
}
