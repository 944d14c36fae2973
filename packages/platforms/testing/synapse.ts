import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPythonEnvironment, pythonOf } from '../../../tests/setup/python-environment.js'
import { createPerson, type Person } from './matrix-person.js'

/** A real homeserver of Matrix. */
export interface Synapse extends AsyncDisposable {
  readonly url: string
  /** A new account. */
  register(name: string): Promise<Person>
}

export const hasSynapse = () => hasPythonEnvironment('synapse')

export async function startSynapse(): Promise<Synapse> {
  const python = await pythonOf('synapse')
  const folder = mkdtempSync(join(tmpdir(), 'hermes-synapse-'))
  const port = await freePort()
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const key = write('signing.key', `ed25519 a_test ${randomBytes(32).toString('base64').replaceAll('=', '')}\n`)
  const log = write('log.yaml', 'version: 1\ndisable_existing_loggers: false\nroot: { level: WARNING }\n')
  const unlimited = { per_second: 10_000, burst_count: 10_000 }
  const config = write(
    'homeserver.yaml',
    JSON.stringify({
      server_name: 'people.test',
      listeners: [
        { port, bind_addresses: ['127.0.0.1'], type: 'http', tls: false, resources: [{ names: ['client', 'media'] }] },
      ],
      database: { name: 'sqlite3', args: { database: join(folder, 'homeserver.db') } },
      media_store_path: join(folder, 'media'),
      signing_key_path: key,
      log_config: log,
      pid_file: join(folder, 'pid'),
      macaroon_secret_key: 'made-up',
      form_secret: 'made-up',
      report_stats: false,
      enable_registration: true,
      enable_registration_without_verification: true,
      bcrypt_rounds: 4,
      trusted_key_servers: [],
      rc_message: unlimited,
      rc_registration: unlimited,
      rc_login: { address: unlimited, account: unlimited, failed_attempts: unlimited },
      rc_joins: { local: unlimited, remote: unlimited },
      rc_invites: { per_room: unlimited, per_user: unlimited, per_issuer: unlimited },
      rc_room_creation: unlimited,
    }),
  )
  const child = spawn(python, ['-m', 'synapse.app.homeserver', '-c', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`Synapse has ended: ${output.slice(-2000)}`)
  })
  const url = `http://127.0.0.1:${port}`
  await Promise.race([answering(`${url}/_matrix/client/versions`), failed])
  failed.catch(() => undefined)
  return {
    url,
    register: (name) => createPerson(url, name),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
