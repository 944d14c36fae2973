import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type PostgresServer, password, unprivilegedUser } from './postgres-server.js'

/** PgBouncer in transaction mode: each transaction may get a different one of a few connections. */
export interface Pooler extends AsyncDisposable {
  readonly port: number
}

export function findPooler(): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))
}

export async function startPooler(program: string, server: PostgresServer): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'users'), `"hermes" "${password}"\n`, { mode: 0o644 })
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    default_pool_size: 4,
    max_client_conn: 200,
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const path = join(folder, 'pooler.ini')
  writeFileSync(path, `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const child = spawn(program, [path], { ...unprivilegedUser(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  for (let attempt = 0; !(await listens(port)); attempt++) {
    if (child.exitCode !== null || attempt > 300) throw new Error(`PgBouncer did not start: ${log}`)
    await sleep(50)
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
