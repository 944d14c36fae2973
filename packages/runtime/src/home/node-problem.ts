import { readFileSync, statSync } from 'node:fs'

/** The oldest Node.js version that the native dependencies of Hermes support. */
const oldest = { major: 22, minor: 18 }

/**
 * Returns a sentence about the problem with a Node.js version (`process.versions.node`); `undefined` if there is none.
 *
 * Programs must call this before they import anything else, because on older versions the native SQLite driver crashes the process without
 * a message. For that reason, this module imports nothing but `node:fs`.
 */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined
  const needed = `${oldest.major}.${oldest.minor}`
  return `Hermes needs Node.js ${needed} or newer, and this is ${version}: install a current one from https://nodejs.org and try again.`
}

/**
 * The lowest limit of open files. A session opens about forty files, and a command in the sandbox a few more. With a limit of 20, Node.js itself crashes.
 */
const fewestFiles = 64

/**
 * Returns a sentence that says why Hermes cannot start on this machine: the version of Node.js, the limit of open files (Linux), or a
 * missing folder for temporary files; `undefined` if there is no reason. It takes a fraction of a millisecond.
 */
export function startProblem(
  version: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return nodeProblem(version) ?? filesProblem(openFilesLimit()) ?? temporaryFolderProblem(variables)
}

function filesProblem(limit: number | undefined): string | undefined {
  if (limit === undefined || limit >= fewestFiles) return undefined
  return `At most ${limit} files may be open at once, and Hermes needs ${fewestFiles}: raise the limit, for example with "ulimit -n 1024", and try again.`
}

/** Returns the limit of open files; `undefined` if it is unlimited or unknown. */
function openFilesLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    // The limit is unknown without /proc.
    return undefined
  }
}

function temporaryFolderProblem({ TMPDIR: folder }: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!folder || process.platform === 'win32') return undefined
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  return `The folder for temporary files (TMPDIR), ${folder}, does not exist: create it, or unset TMPDIR.`
}
