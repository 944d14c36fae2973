/**
 * Shared by `npm start` and `npm test`: they run on any Node from version 20 on, and install the pinned pnpm and Node release of the
 * product. Plain JavaScript without dependencies, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followBuild, followInstall } from './follow.mjs'
import { createProgress } from './progress.mjs'
import { watchCommand } from './watch-command.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const stamps = join(root, '.hermes-stamps')
const manifests = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
const buildInputs = [
  'packages',
  'apps',
  'skills',
  'scripts/build',
  'tsup.base.ts',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'turbo.json',
]

// `npm start --silent` silences npm, not the errors below it.
const { npm_config_loglevel: _, ...inherited } = process.env

const environment = {
  ...inherited,
  PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}

/** Installs the dependencies unless the lockfile and manifests are unchanged; returns whether it did. */
export function ensureInstalled() {
  return upToDate('install', fingerprint(packageManifests(), 'content'), async () => {
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    await withProgress(
      'Installing the dependencies',
      ['npx', '--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=ndjson'],
      followInstall,
    )
  })
}

/** Builds the packages and apps unless the sources are unchanged; returns whether it did. */
export function ensureBuilt() {
  return upToDate('build', buildFingerprint(), () => {
    cleanOutput()
    return withProgress('Building', ['turbo', 'run', 'build', '--json'], followBuild)
  })
}

/**
 * Builds what `hermes` runs unless the sources are unchanged; returns whether it did. The app is bundled from the sources of the packages:
 * neither their builds nor any declarations are needed, which take most of the time of a build.
 */
export async function ensureBundled() {
  const current = buildFingerprint()
  if (isUpToDate('build', current)) return false
  return upToDate('bundle', current, () => {
    removeStamps()
    removeOutput(join('apps', 'cli'))
    return withProgress('Building', ['turbo', 'run', 'bundle', '--filter=@hermes/cli', '--json'], followBuild)
  })
}

/** Removes the output of all builds. When turbo restores a build from its cache, it leaves the files of other builds there. */
export function cleanOutput() {
  removeStamps()
  for (const kind of ['packages', 'apps'])
    for (const name of readdirSync(join(root, kind))) removeOutput(join(kind, name))
}

function removeOutput(folder) {
  rmSync(join(root, folder, 'dist'), { recursive: true, force: true })
}

/** A build that fails leaves no output: the next one must not take it for finished. */
function removeStamps() {
  for (const name of ['build', 'bundle']) rmSync(join(stamps, name), { force: true })
}

/** Runs a command in the repository with progress. If it fails, shows its output and exits. */
async function withProgress(title, [command, ...args], follow) {
  const { onReport, share, errors } = follow()
  const progress = createProgress(title)
  const options = { cwd: root, env: { ...environment, npm_config_loglevel: 'error' } }
  const { status, printed } = await watchCommand(command, args, options, (report) => {
    onReport(report)
    const shared = share()
    if (shared) progress.update(...shared)
  }).finally(progress.end)
  if (status !== 0)
    fail([...errors(), ...printed, `${title} failed: \`${[command, ...args].join(' ')}\`.`].join('\n'), status ?? 1)
}

/** Runs a command in the repository with Node 24 first on the PATH; its output goes to stderr. Exits on failure. */
export function run(command, args, { stdout = process.stderr, env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', stdout, process.stderr],
    shell: process.platform === 'win32',
  })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  if (result.status !== 0) fail(`\`${command} ${args.join(' ')}\` failed.`, result.status ?? 1)
}

/** Passes the terminal to a program and exits with its status. */
export function become(command, args, { cwd }) {
  const child = spawn(command, args, { cwd, stdio: 'inherit', env: process.env })
  // The terminal sends signals to the whole group: the program handles them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  }
  child.on('error', (error) => fail(`${command} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, 'SIGKILL') : process.exit(code ?? 1)))
}

async function upToDate(name, current, renew) {
  if (isUpToDate(name, current)) return false
  await renew()
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), current)
  return true
}

function isUpToDate(name, current) {
  return read(join(stamps, name)) === current
}

function buildFingerprint() {
  return fingerprint(buildInputs.flatMap(files), 'time')
}

function packageManifests() {
  const nested = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
  )
  return [...manifests, ...nested]
}

function files(path) {
  const absolute = join(root, path)
  if (!statSync(absolute).isDirectory()) return [path]
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.turbo'].includes(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
}

function fingerprint(paths, by) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const absolute = join(root, path)
    const { mtimeMs, size } = statSync(absolute, { throwIfNoEntry: false }) ?? {}
    hash.update(path).update(by === 'content' ? (read(absolute) ?? '') : `${mtimeMs}:${size}`)
  }
  return hash.digest('hex')
}

function read(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined
}

/** Exits with an error message. */
export function fail(message, status = 1) {
  console.error(message)
  process.exit(status)
}
