import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const program = '/usr/sbin/sshd'

/** Why no ssh server can be started here; empty when one can. */
export const whyNoSshd = existsSync(program) ? '' : 'there is no /usr/sbin/sshd'

/** A separate ssh server on the loopback interface, for the current user, with temporary keys. */
export interface Sshd extends AsyncDisposable {
  /** An ssh configuration with the server under the name `hermes-test`. */
  readonly configFile: string
  readonly host: 'hermes-test'
  readonly port: number
  readonly keyFile: string
  readonly folder: string
  /** Kills the server and all its connections with SIGKILL. */
  kill(): Promise<void>
  /** Starts the server again on the same port. */
  restart(): Promise<void>
}

export async function startSshd(): Promise<Sshd> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-sshd-'))
  const port = await freePort()
  for (const key of ['host', 'user'])
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)])
  await copyFile(join(folder, 'user.pub'), join(folder, 'authorized_keys'))
  await writeFile(join(folder, 'sshd_config'), serverConfig(folder, port))
  await writeFile(join(folder, 'ssh_config'), clientConfig(folder, port))
  // The privilege separation folder that sshd needs when started by root.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  let server = await start(folder)
  return {
    configFile: join(folder, 'ssh_config'),
    host: 'hermes-test',
    port,
    keyFile: join(folder, 'user'),
    folder,
    kill: () => killAll(server),
    async restart() {
      server = await start(folder)
    },
    async [Symbol.asyncDispose]() {
      await killAll(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const run = promisify(execFile)

async function start(folder: string): Promise<ChildProcess> {
  const server = spawn(program, ['-D', '-e', '-f', join(folder, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line)
    if (line.startsWith('Server listening')) {
      server.stderr.resume()
      return server
    }
  }
  throw new Error(`sshd did not start: ${lines.join(' ')}`)
}

/** The server has one process per connection, with one child each. */
async function killAll(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const found = new Set([`${server.pid}`])
  for (const id of found) {
    for (const [pid = '', parent, name] of processes) if (parent === id && name?.startsWith('sshd')) found.add(pid)
  }
  // Some may have ended meanwhile.
  await run('kill', ['-KILL', ...found]).catch(() => undefined)
  await ended
}

/** With a high shell level `bash` does not read the user's `.bashrc`, so the tests do not depend on it. */
function serverConfig(folder: string, port: number): string {
  return `Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host
AuthorizedKeysFile ${folder}/authorized_keys
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
MaxSessions 4
SetEnv SHLVL=9
MaxStartups 100
`
}

function clientConfig(folder: string, port: number): string {
  return `Host hermes-test
  HostName 127.0.0.1
  Port ${port}
  User ${userInfo().username}
  IdentityFile ${folder}/user
  IdentitiesOnly yes
  UserKnownHostsFile ${folder}/known_hosts
`
}

async function freePort(): Promise<number> {
  const server = createServer((socket: Socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}
