import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A temporary PostgreSQL server on a free port, whose commits survive a crash of the server. */
export interface PostgresServer {
  readonly port: number
  readonly log: () => string
  /** Returns a unique name for a schema, database or user. */
  newName(): string
  /** Returns the URL of a database, optionally for another user or port. */
  url(database: string, more?: { readonly user?: string; readonly port?: number }): string
  /** Runs a statement as administrator. */
  run(database: string, sql: string): Promise<pg.QueryResult>
  /** Crashes the server. */
  crash(): Promise<void>
  /** Stops the server in order: clients are notified. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops the server and removes its folder. */
  dispose(): Promise<void>
}

export const password = 'p@ss/w0rd:secret'

/** Returns the folder of `initdb` and `postgres`; `undefined` without PostgreSQL. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

export async function startPostgres(bin: string): Promise<PostgresServer> {
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'hermes-postgres-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o644 })
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid)
  const initialise = ['--auth=scram-sha-256', '--username=hermes', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  execFileSync(join(bin, 'initdb'), [`--pgdata=${data}`, '--locale=C.UTF-8', '--no-sync', ...initialise], {
    ...user,
    cwd: folder,
    stdio: 'pipe',
  })
  const port = await freePort()
  const server: { process?: ChildProcess; log: string } = { log: '' }
  let names = 0

  const url: PostgresServer['url'] = (database, more = {}) =>
    `postgresql://${more.user ?? 'hermes'}:${encodeURIComponent(password)}@127.0.0.1:${more.port ?? port}/${database}`
  const run: PostgresServer['run'] = async (database, sql) => {
    const client = new pg.Client({ connectionString: url(database) })
    await client.connect()
    try {
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const child = server.process
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    delete server.process
  }
  // An aborted test run must not leave a server behind.
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const onExit = () => {
    server.process?.kill('SIGQUIT')
    // Nothing can be awaited here, and the server writes to its folder until it has ended.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
    removeFolder()
  }
  process.once('exit', onExit)

  const started: PostgresServer = {
    port,
    log: () => server.log,
    url,
    run,
    newName: () => `test_${++names}`,
    crash: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
    async start() {
      const settings = [
        'listen_addresses=127.0.0.1',
        `port=${port}`,
        `unix_socket_directories=${folder}`,
        'max_connections=200',
        // What the server has written outlives its crash; only a crash of the machine would require more.
        'fsync=off',
      ]
      const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      server.process = child
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        server.log = (server.log + text).slice(-100_000)
      })
      await untilReady(
        child,
        () => run('postgres', 'select 1'),
        () => server.log,
      )
    },
    async dispose() {
      process.off('exit', onExit)
      await end('SIGINT')
      // The last process may write after its end.
      removeFolder()
    },
  }
  await started.start()
  return started
}

async function untilReady(child: ChildProcess, ask: () => Promise<unknown>, log: () => string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await ask()
      return
    } catch (cause) {
      if (child.exitCode !== null || attempt > 600) throw new Error(`PostgreSQL did not start: ${log()}`, { cause })
      await sleep(100)
    }
  }
}

/** Returns an unprivileged user: PostgreSQL and its pooler refuse to run as root. */
export function unprivilegedUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (name: string) => Number(execFileSync('id', ['-u', name], { encoding: 'utf8', stdio: 'pipe' }))
  const groupOf = (name: string) => Number(execFileSync('id', ['-g', name], { encoding: 'utf8', stdio: 'pipe' }))
  return { uid: idOf('nobody'), gid: groupOf('nobody') }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('This machine gives out no ports.')
  return address.port
}
