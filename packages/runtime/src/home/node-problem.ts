/** The oldest Node.js version that the native dependencies of Hermes support. */
const oldest = { major: 22, minor: 18 }

/**
 * The problem with a Node.js version (`process.versions.node`) in one sentence; `undefined` if there is none.
 *
 * Programs must call this before they import anything else: on older versions the native SQLite driver crashes the process without a
 * message. Therefore this module has no imports.
 */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined
  const needed = `${oldest.major}.${oldest.minor}`
  return `Hermes needs Node.js ${needed} or newer, and this is ${version}: install a current one from https://nodejs.org and try again.`
}
