/** The oldest Node release that the product's native parts run on. */
const oldest = { major: 22, minor: 18 }

/**
 * Says what is wrong with a Node version, in one sentence; `undefined` when nothing is.
 *
 * Asked before anything else is loaded: on an older Node the native SQLite driver ends the process without a word.
 */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined
  return `Hermes needs Node ${oldest.major}.${oldest.minor} or newer, and this is Node ${version}: install a current Node (https://nodejs.org) and try again.`
}
