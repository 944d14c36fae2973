/** Prints an error and sets the exit status when this Node.js is too old for the command. */
export function requireNode(command: string): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return true
  process.stderr.write(`${command} needs Node.js 22.18 or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
  return false
}
