import { basename } from 'node:path'

/** Longest part of a command. Linux limits an argument to 128 KiB, and a character takes up to four bytes. */
const longestPart = /.{1,30000}/gsu

/**
 * Returns the command line that runs a command in a shell. A command that is too long for one argument is split, and
 * the shell joins the parts.
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
 * Like {@link shellArgv}, without the user's startup files. Bash reads `~/.bashrc` when its input is a socket, as
 * Node.js pipes are, because it assumes a remote login. The file could delay the command, print into its output or wait
 * for something.
 */
export function bareShellArgv(shell: string, command: string): readonly string[] {
  const [, ...args] = shellArgv(shell, command)
  return basename(shell) === 'bash' ? [shell, '--norc', ...args] : [shell, ...args]
}
