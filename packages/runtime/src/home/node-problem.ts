/** The oldest Node.js that the native parts of Hermes run on. */
const oldest = { major: 22, minor: 18 }

/**
 * What is wrong with a Node.js version (`process.versions.node`), in one sentence; `undefined` when nothing is.
 *
 * For programs to ask before they load anything else: on an older one the native SQLite driver ends the process without
 * a word. This module therefore imports nothing.
 */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined
  const needed = `${oldest.major}.${oldest.minor}`
  return `Hermes needs Node.js ${needed} or newer, and this is ${version}: install a current one from https://nodejs.org and try again.`
}
