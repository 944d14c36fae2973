import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { canary, holdsCanary } from './canaries.ts'

/** Other programs of the owner: a process with a secret, a key agent, a bus, and a database without a password. */
export interface Neighbours extends Disposable {
  readonly places: Readonly<Record<string, string>>
  /** Returns what happened to them since the last call. */
  effects(): Promise<readonly string[]>
}

export async function startNeighbours(home: string): Promise<Neighbours> {
  let victim = await startVictim()
  const seen: string[] = []
  const places: Record<string, string> = { VICTIM: String(victim.pid) }
  const listeners = [
    { name: 'KEY_AGENT', isPrivate: true, at: { path: join(home, '.ssh/agent.sock') } },
    { name: 'DOCKER', isPrivate: true, at: { path: '/run/docker.sock' } },
    { name: 'BUS', isPrivate: true, at: { path: '/run/user/1000/bus' } },
    { name: 'ABSTRACT', isPrivate: true, at: { path: '\0the-display' } },
    // Anyone may connect to these. Only what they send or receive counts.
    { name: 'DATABASE', isPrivate: false, at: { host: '127.0.0.1', port: 0 } },
    { name: 'COLLECTOR', isPrivate: false, at: { host: '127.0.0.1', port: 0 } },
  ]
  const servers = await Promise.all(
    listeners.map(async ({ name, isPrivate, at }) => {
      if (at.path?.startsWith('/')) mkdirSync(dirname(at.path), { recursive: true })
      const server = createServer((socket) => {
        if (isPrivate) {
          seen.push(`the socket ${name} was reached`)
          socket.end()
        }
        socket.on('error', () => socket.destroy())
        if (name === 'DATABASE') socket.end(`HTTP/1.0 200 OK\r\n\r\n${canary('database')}\n`)
        socket.on('data', (data) => {
          if (holdsCanary(data.toString())) seen.push(`a secret was sent to ${name}`)
          if (name === 'COLLECTOR') socket.end('HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n')
        })
      }).listen(at)
      await once(server, 'listening')
      const address = server.address()
      places[name] = typeof address === 'object' && address !== null ? String(address.port) : (at.path ?? '')
      return server
    }),
  )
  return {
    places,
    async effects() {
      const isAlive = victim.exitCode === null && victim.signalCode === null
      const found = [...new Set(seen.splice(0)), ...(isAlive ? [] : ['another program of the owner was ended'])]
      if (!isAlive) {
        victim = await startVictim()
        places.VICTIM = String(victim.pid)
      }
      return found
    },
    [Symbol.dispose]() {
      victim.kill('SIGKILL')
      for (const server of servers) server.close()
    },
  }
}

async function startVictim(): Promise<ChildProcess> {
  const victim = spawn('sleep', ['3600'], {
    env: { DATABASE_PASSWORD: canary('victim') },
    argv0: 'owners-editor',
    stdio: 'ignore',
  })
  await once(victim, 'spawn')
  return victim
}
