import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@hermes/core'
import { createLocalEnvironment } from '../../local/local-environment.js'
import { createSandbox, type Holder } from '../create-sandbox.js'
import type { SandboxStatus } from '../probe-sandbox.js'
import { architectures } from '../seccomp/architectures.js'
import { withSandbox } from '../with-sandbox.js'
import { canary, type Escape, marker } from './escapes.js'

/** Simulated machine: a user's home with secrets, an agent, a project, and other running processes. */
export interface EscapeWorld extends AsyncDisposable {
  /** Runs an attempt and returns the effects that are detected immediately, one line each. Empty when there were none. */
  attempt(way: Escape): Promise<readonly string[]>
  /**
   * Runs attempts one after another in a single command, because each start of a sandbox takes time. Returns the text
   * about success that each attempt printed; `end` returns the other effects.
   */
  attemptAll(ways: readonly Escape[]): Promise<ReadonlyMap<Escape, readonly string[]>>
  /** Disposes the environment, uses git as a person would later, and returns the effects since the last attempt. */
  end(delayMs?: number): Promise<readonly string[]>
}

/** Properties that a world must have for an attempt. */
export type WorldOptions = Pick<Escape, 'network' | 'repository' | 'library' | 'brings'>

/** Files in the home. None may be changed, and those with the canary must not be read. */
const files: Readonly<Record<string, string>> = {
  '.ssh/id_ed25519': canary,
  '.ssh/authorized_keys': canary,
  '.aws/credentials': canary,
  '.netrc': canary,
  '.config/gh/hosts.yml': canary,
  '.hermes/.env': canary,
  '.hermes/state.db': canary,
  '.hermes/skills/one/SKILL.md': canary,
  '.bashrc': '# mine\n',
  '.gitconfig': '[user]\n\tname = me\n\temail = me@example.org\n[init]\n\tdefaultBranch = main\n',
  'outside/file': 'mine\n',
  'outside/repository/HEAD': 'ref: refs/heads/main\n',
  'outside/repository/config': '[core]\n\trepositoryformatversion = 0\n[alias]\n\tmine = status\n',
  'outside/repository/objects/info/mine': '',
  'outside/repository/refs/heads/mine': '',
  'outside/repository/commondir': '.\n',
  'outside/claimed/HEAD': 'ref: refs/heads/main\n',
  'outside/claimed/objects/info/mine': '',
  'outside/claimed/refs/heads/mine': '',
  'outside/claimed/worktrees/x/commondir': '../..\n',
}
const hidden = ['.ssh', '.aws/credentials', '.netrc', '.config/gh/hosts.yml', '.hermes', '.gnupg']

/**
 * Opens a world. When `holder` is `undefined`, it has no sandbox and the attempts must succeed, which proves that they
 * are effective.
 */
export async function openEscapeWorld(
  way: WorldOptions,
  holder: SandboxStatus | undefined,
  template: RepositoryTemplate,
): Promise<EscapeWorld> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-escape-')))
  const home = join(base, 'home')
  const project = join(home, 'work/project')
  makeHome(home)
  makeProject(project, way, template)
  const beside = await startNeighbours(join(home, 'outside'))
  const variables = { ...variablesOf(home, project), ...beside.variables }
  const local = createLocalEnvironment({ workingDirectory: project, variables, killGraceMs: 300 })
  const environment = holder?.status === 'available' ? held(holder) : local

  function held(found: Holder): Environment {
    const sandbox = createSandbox(found, {
      policy: {
        workspaces: [project],
        hidden: hidden.map((name) => join(home, name)),
        network: way.network ?? 'none',
      },
      stateFolder: join(home, '.hermes/sandbox'),
      maxProcesses: 100,
    })
    return withSandbox(
      createLocalEnvironment({ workingDirectory: project, variables, killGraceMs: 300, sandbox }),
      sandbox,
    )
  }

  const brought = readdirSync(project)
  let before = snapshot(home, project)
  function effects(): readonly string[] {
    const now = snapshot(home, project)
    const changes = now.filter((line) => !before.includes(line))
    const lost = before.filter((line) => !now.includes(line))
    before = now
    return [...changes.map((line) => `changed: ${line}`), ...lost.map((line) => `lost: ${line}`), ...beside.signs()]
  }

  return {
    async attempt(tried) {
      const output = await run(environment, tried, variables)
      const found = [...effects(), ...successIn(output)]
      if (!tried.needsOwnWorld) removeAllBut(brought, project)
      return found
    },
    async attemptAll(ways) {
      const command = ways.map((way, index) => section(way.command, index, brought)).join('\n')
      const output = await run(environment, { name: 'all', command }, variables)
      return new Map(
        ways.map((way, index) => {
          const printed = output.split(`\n${begin(index)}\n`)[1]?.split(`\n${end(index)}\n`)
          return [way, printed?.length === 2 ? successIn(printed[0] ?? '') : ['it was not run to its end']]
        }),
      )
    },
    async end(delayMs = 0) {
      await environment[Symbol.asyncDispose]()
      await delay(delayMs)
      useGit(project, home)
      return effects()
    },
    async [Symbol.asyncDispose]() {
      await environment[Symbol.asyncDispose]()
      await local[Symbol.asyncDispose]()
      await beside[Symbol.asyncDispose]()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function makeHome(home: string): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), content)
  }
}

function successIn(output: string): readonly string[] {
  return [
    ...(output.includes(canary) ? ['a secret was read'] : []),
    ...(output.includes(marker) ? ['the command reported success'] : []),
  ]
}

const begin = (index: number) => `attempt ${index} begins`
const end = (index: number) => `attempt ${index} has ended`

/** Returns the script of one of several attempts, which restores the project afterwards. */
function section(command: string, index: number, brought: readonly string[]): string {
  const others = brought.map((name) => `! -name ${name}`).join(' ')
  const clean = `find "$PROJECT" -mindepth 1 -maxdepth 1 ${others} -exec rm -rf {} +`
  return `printf '\\n%s\\n' '${begin(index)}'\n( cd "$PROJECT"\n${command}\n) < /dev/null 2>&1\nprintf '\\n%s\\n' '${end(index)}'\n${clean}`
}

/** Cleans a folder for the next attempt. */
function removeAllBut(names: readonly string[], folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Creates a project whose programs leave a trace in the home when they are executed. */
function makeProject(
  project: string,
  { repository = 'plain', library, brings = {} }: WorldOptions,
  template: RepositoryTemplate,
): void {
  mkdirSync(join(project, 'bin'), { recursive: true })
  const trace = join(project, '../../outside/ran')
  for (const name of ['sh', 'bash', 'bwrap', 'env', 'cat', 'true'])
    writeFileSync(join(project, 'bin', name), `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 })
  if (library !== undefined) buildLibrary(join(project, library), trace)
  writeFileSync(join(project, 'evil'), `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 })
  if (repository === 'plain') cpSync(template.folder, project, { recursive: true })
  if (repository === 'work tree') makeWorkTree(project, trace)
  const known = variablesOf(join(project, '../..'), project)
  for (const [name, content] of Object.entries(brings)) writeFileSync(join(project, name), fillIn(content, known))
}

function makeWorkTree(project: string, trace: string): void {
  const main = join(project, '../main')
  mkdirSync(main, { recursive: true })
  const variables = variablesOf(join(project, '../..'), project)
  makeRepository(main, variables)
  rmSync(project, { recursive: true })
  execFileSync('git', ['worktree', 'add', project], { cwd: main, env: variables, stdio: 'ignore' })
  writeFileSync(join(project, 'evil'), `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 })
}

function makeRepository(folder: string, variables: Readonly<Record<string, string>>): void {
  for (const args of [['init'], ['commit', '--allow-empty', '--message', 'first']])
    execFileSync('git', args, { cwd: folder, env: variables, stdio: 'ignore' })
}

/** Repository that is copied into projects, which takes less time than creating one for each. */
export interface RepositoryTemplate extends Disposable {
  readonly folder: string
}

export function makeTemplate(): RepositoryTemplate {
  const base = mkdtempSync(join(tmpdir(), 'hermes-escape-template-'))
  const folder = join(base, 'project')
  makeHome(base)
  mkdirSync(folder)
  makeRepository(folder, variablesOf(base, folder))
  return { folder, [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }) }
}

function fillIn(text: string, known: Readonly<Record<string, string>>): string {
  return text.replace(/\$(PROJECT|OUTSIDE|AGENT|HOME)/g, (_, name: string) => known[name] ?? '')
}

/** Builds a library that leaves a trace when a program loads it. */
function buildLibrary(path: string, trace: string): void {
  const source = `#include <fcntl.h>
    __attribute__((constructor)) static void leave(void) { open("${trace}", O_CREAT | O_WRONLY, 0644); }`
  execFileSync('cc', ['-shared', '-fPIC', '-x', 'c', '-', '-o', path], { input: source })
}

/** Uses git as a person would later. Its exit code does not matter. */
function useGit(project: string, home: string): void {
  for (const args of [['status'], ['add', '.'], ['commit', '--allow-empty', '-m', 'x'], ['checkout', '-b', 'other']]) {
    try {
      execFileSync('git', args, { cwd: project, env: variablesOf(home, project), stdio: 'ignore' })
    } catch {
      // A broken repository executes nothing either.
    }
  }
}

function variablesOf(home: string, project: string): Record<string, string> {
  const { numbers = {} } = architectures[process.arch] ?? {}
  const calls = Object.entries(numbers).map(([name, number]) => [`NR_${name}`, String(number)])
  return {
    ...Object.fromEntries(calls),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
    PROJECT: project,
    OUTSIDE: join(home, 'outside'),
    AGENT: join(home, '.hermes'),
    AGENT_ID: String(process.pid),
  }
}

async function run(
  environment: Environment,
  { command, exported = {}, inTerminal }: Escape,
  known: Readonly<Record<string, string>>,
): Promise<string> {
  const fill = (text: string) => fillIn(text, known)
  const request = {
    command,
    variables: Object.fromEntries(Object.entries(exported).map(([name, value]) => [name, fill(value)])),
    ...(inTerminal && { terminal: { columns: 80, rows: 24 } }),
  }
  const process_ = await environment.spawn(request, { signal: AbortSignal.timeout(60_000) })
  let text = ''
  for await (const { data } of process_.output) text += Buffer.from(data).toString()
  await process_.exit
  return text
}

/** Returns every file with its content and mode, except for those of the project and the sandbox's folder. */
function snapshot(folder: string, project: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const status = lstatSync(path)
    if (path === project || path.endsWith('/.hermes/sandbox') || path === join(project, '../main')) return [path]
    if (status.isDirectory()) return [path, ...snapshot(path, project)]
    return [`${path} ${status.mode} ${status.isFile() ? readFileSync(path, 'latin1') : ''}`]
  })
}

interface Neighbours extends AsyncDisposable {
  readonly variables: Readonly<Record<string, string>>
  /** Returns the effects on the neighbors since the last call. */
  signs(): readonly string[]
}

/** Starts another process of the same user, and listening sockets. */
async function startNeighbours(folder: string): Promise<Neighbours> {
  const victim = spawn('sleep', ['600'], { env: { SECRET: canary }, stdio: 'ignore' })
  await once(victim, 'spawn')
  let contacts = 0
  const abstractName = `hermes-escape-${process.pid}-${Math.random()}`
  const places = [{ path: join(folder, 'agent.sock') }, { path: `\0${abstractName}` }, { host: '127.0.0.1', port: 0 }]
  const servers = places.map((place) =>
    createServer((socket) => {
      contacts += 1
      socket.destroy()
    }).listen(place),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const packets = createSocket('udp4', () => {
    contacts += 1
  }).bind(0, '127.0.0.1')
  await once(packets, 'listening')
  const address = servers[2]?.address()
  return {
    variables: {
      VICTIM: String(victim.pid),
      SOCKET: join(folder, 'agent.sock'),
      SSH_AUTH_SOCK: join(folder, 'agent.sock'),
      ABSTRACT: abstractName,
      TCP_PORT: String(typeof address === 'object' ? address?.port : ''),
      UDP_PORT: String(packets.address().port),
    },
    signs() {
      const isReached = contacts > 0
      contacts = 0
      return [
        ...(isReached ? ['a socket was reached'] : []),
        ...(victim.exitCode === null && victim.signalCode === null ? [] : ['another process was killed']),
      ]
    },
    async [Symbol.asyncDispose]() {
      victim.kill('SIGKILL')
      packets.close()
      for (const server of servers) server.close()
    },
  }
}
