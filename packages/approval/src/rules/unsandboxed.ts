import { posix } from 'node:path'
import { fromText, UNKNOWN } from '../words/data.js'
import type { Subject } from './rule.js'
import { loadsByVariable, readsCredentialFolder, touchedFiles, unpacksAnywhere } from './unsandboxed-effects.js'

/** Additional rules for commands without a sandbox, where the text of a command is the only protection. */
export interface Unsandboxed {
  /** Whether commands may change a file without a question. The path is absolute, without `.` and `..`. */
  isWritable(path: string): boolean
  /** Whether this conversation has created or changed the file. */
  wasWritten(path: string): boolean
  /** Called when a command may change the file. */
  onWritten(path: string): void
}

export const unsandboxedReasons = {
  inline: 'It runs a program written in the command, and commands are not sandboxed on this machine.',
  written: 'It runs a file that this conversation has written, and commands are not sandboxed on this machine.',
  outside: (place: string) =>
    `It changes ${place}, outside of the folders of this conversation, and commands are not sandboxed on this machine.`,
  anywhere: 'It unpacks files to wherever the archive says, and commands are not sandboxed on this machine.',
  loading: 'It sets a variable that makes programs load a file, and commands are not sandboxed on this machine.',
  credentials: 'It reads a folder that holds credentials, and commands are not sandboxed on this machine.',
} as const

/** Files that tell a tool what to run, by tool. */
const controls: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile', 'rakefile'],
  cargo: ['build.rs', 'Cargo.toml', '.cargo/config.toml'],
  gradle: ['build.gradle', 'build.gradle.kts', 'settings.gradle'],
  gradlew: ['build.gradle', 'build.gradle.kts', 'settings.gradle'],
  mvn: ['pom.xml'],
  cmake: ['CMakeLists.txt'],
  ninja: ['build.ninja'],
  tox: ['tox.ini', 'pyproject.toml'],
  pytest: ['conftest.py'],
  go: ['main.go'],
  docker: ['Dockerfile', 'docker-compose.yml', 'compose.yaml'],
}

/** The suffixes with which interpreters find a file that is named without one. */
const ends = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/__main__.py', '.py']

/** `interpreter`: the program runs files named by its arguments. `inline`: it runs code from the command itself. */
export interface RunsCode {
  readonly interpreter: boolean
  readonly inline: boolean
}

export function reasonsWithoutSandbox(subject: Subject, runs: RunsCode, unsandboxed: Unsandboxed): readonly string[] {
  if (subject.invocation.elsewhere) return []
  const changed = [...subject.written, ...subject.removed, ...touchedFiles(subject)].filter((path) => !isNowhere(path))
  const reasons = [
    ...(runs.inline ? [unsandboxedReasons.inline] : []),
    ...(runsWritten(subject, runs, unsandboxed) ? [unsandboxedReasons.written] : []),
    ...changed.filter((path) => !unsandboxed.isWritable(path)).map(unsandboxedReasons.outside),
    ...(unpacksAnywhere(subject) ? [unsandboxedReasons.anywhere] : []),
    ...(loadsByVariable(subject) ? [unsandboxedReasons.loading] : []),
    ...(readsCredentialFolder(subject) ? [unsandboxedReasons.credentials] : []),
  ]
  for (const path of subject.written) unsandboxed.onWritten(path)
  return reasons
}

function runsWritten(
  { invocation, args, resolve }: Subject,
  { interpreter }: RunsCode,
  unsandboxed: Unsandboxed,
): boolean {
  const { argv, name, cwd } = invocation
  const [program, ...rest] = argv
  const isWritten = (path: string | undefined) => path !== undefined && unsandboxed.wasWritten(path)
  if (program?.text.includes('/') && isWritten(resolve(program))) return true
  const inFolder = (file: string) => cwd !== undefined && isWritten(posix.resolve(cwd, file))
  if ((controls[name] ?? []).some(inFolder)) return true
  if (!interpreter) return false
  const files = rest.filter(({ text }) => !text.startsWith('-'))
  const module = args[args.indexOf('-m') + 1]
  const modules = args.includes('-m') && module !== undefined ? [fromText(module.replaceAll('.', '/'))] : []
  return [...files, ...modules].some((word) =>
    ends.some((end) => isWritten(resolve({ ...word, text: word.text + end }))),
  )
}

/** Devices have their own rules, and unknown paths cannot be checked. */
function isNowhere(path: string): boolean {
  return path.startsWith('/dev/') || path.startsWith('/proc/self/fd/') || path.includes(UNKNOWN)
}
