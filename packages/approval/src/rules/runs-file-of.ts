import { posix } from 'node:path'
import { fromText } from '../words/data.js'
import type { Subject } from './rule.js'

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

/** The suffixes that interpreters try for a file named without one. */
const ends = ['', '.js', '.mjs', '.cjs', '.ts', '/index.js', '/__main__.py', '.py']

/** `interpreter`: the program runs files named by its arguments. `inline`: it runs code from the command itself. */
export interface RunsCode {
  readonly interpreter: boolean
  readonly inline: boolean
}

/** Whether the invocation runs one of these files, by name or because a tool reads it. `has` gets absolute paths. */
export function runsFileOf(
  { invocation, args, resolve }: Subject,
  { interpreter }: RunsCode,
  has: (path: string) => boolean,
): boolean {
  const { argv, name, cwd } = invocation
  const [program, ...rest] = argv
  const isOne = (path: string | undefined) => path !== undefined && has(path)
  if (program?.text.includes('/') && isOne(resolve(program))) return true
  const inFolder = (file: string) => cwd !== undefined && isOne(posix.resolve(cwd, file))
  if ((controls[name] ?? []).some(inFolder)) return true
  if (!interpreter) return false
  const files = rest.filter(({ text }) => !text.startsWith('-'))
  const module = args[args.indexOf('-m') + 1]
  const modules = args.includes('-m') && module !== undefined ? [fromText(module.replaceAll('.', '/'))] : []
  return [...files, ...modules].some((word) => ends.some((end) => isOne(resolve({ ...word, text: word.text + end }))))
}
