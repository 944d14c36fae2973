import { posix } from 'node:path'
import { fromText, UNKNOWN } from '../words/data.js'
import type { Subject } from './rule.js'

/** What counts besides the rules where nothing holds commands: what a text shows is then all that is known of it. */
export interface Unheld {
  /** Whether commands may change a file without a question. Absolute, without `.` and `..`. */
  isWritable(path: string): boolean
  /** Whether this conversation has made or changed the file. */
  wasWritten(path: string): boolean
  /** A command may change the file. */
  onWritten(path: string): void
}

export const unheldReasons = {
  inline: 'It runs a program that is written in the command, and nothing holds commands on this machine.',
  written: 'It runs what this conversation has written, and nothing holds commands on this machine.',
  outside: (place: string) =>
    `It changes ${place}, outside of the folders of this conversation, and nothing holds commands on this machine.`,
} as const

/** Files that tell a tool what to run, by the tool. */
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

/** How interpreters find a file that is named without its end. */
const ends = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/__main__.py', '.py']

/** `interpreter`: the program runs files that its arguments name. `inline`: it runs what the command itself says. */
export interface RunsCode {
  readonly interpreter: boolean
  readonly inline: boolean
}

export function reasonsUnheld(subject: Subject, runs: RunsCode, unheld: Unheld): readonly string[] {
  if (subject.invocation.elsewhere) return []
  const changed = [...subject.written, ...subject.removed].filter((path) => !isNowhere(path))
  const reasons = [
    ...(runs.inline ? [unheldReasons.inline] : []),
    ...(runsWritten(subject, runs, unheld) ? [unheldReasons.written] : []),
    ...changed.filter((path) => !unheld.isWritable(path)).map(unheldReasons.outside),
  ]
  for (const path of subject.written) unheld.onWritten(path)
  return reasons
}

function runsWritten({ invocation, args, resolve }: Subject, { interpreter }: RunsCode, unheld: Unheld): boolean {
  const { argv, name, cwd } = invocation
  const [program, ...rest] = argv
  const isWritten = (path: string | undefined) => path !== undefined && unheld.wasWritten(path)
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

/** Devices have rules of their own; what is not known until the command runs is no place. */
function isNowhere(path: string): boolean {
  return path.startsWith('/dev/') || path.startsWith('/proc/self/fd/') || path.includes(UNKNOWN)
}
