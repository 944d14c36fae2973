import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A faulty network between clients and a local server. */
export interface FaultProxy {
  readonly port: number
  /** Resets all connections. */
  cut(): void
  /** Silently drops all traffic in both directions, like an unplugged cable. */
  stall(): void
  /** Cuts all connections, and refuses new ones until `restore`. */
  close(): void
  /** Lets new connections work; stalled ones are reset. */
  restore(): void
  /** Sets the fault of the next COMMIT. */
  onNextCommit(fault: CommitFault): void
  /** The number of injected faults. */
  readonly faults: () => number
  /** The number of packets from clients. */
  readonly packets: () => number
  dispose(): Promise<void>
}

export type CommitFault =
  /** The server gets it, but its answer is lost. */
  | 'lose-answer'
  /** The server does not get it. */
  | 'lose-request'
  /** The client is disconnected; the server gets it a second later. */
  | 'late-request'

/** A message of PostgreSQL's protocol: a query with its length, text and NUL. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')
const lateMs = 1000

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const state: {
    isStalled: boolean
    isClosed: boolean
    fault: CommitFault | undefined
    count: number
    packets: number
  } = {
    isStalled: false,
    isClosed: false,
    fault: undefined,
    count: 0,
    packets: 0,
  }
  const takeFault = (): CommitFault | undefined => {
    const { fault } = state
    state.fault = undefined
    if (fault) state.count += 1
    return fault
  }

  const listener = createServer((client) => {
    if (state.isClosed) {
      client.resetAndDestroy()
      return
    }
    const server = connect(target, '127.0.0.1')
    const pair = [client, server] as const
    pairs.add(pair)
    let isMute = false
    client.on('data', (data: Buffer) => {
      state.packets += 1
      if (state.isStalled) return
      const fault = data.includes(commit) ? takeFault() : undefined
      if (fault === 'lose-request') return end(pair)
      if (fault === 'late-request') {
        isMute = true
        client.resetAndDestroy()
        setTimeout(() => server.end(data), lateMs)
        return
      }
      if (fault === 'lose-answer') isMute = true
      server.write(data)
    })
    server.on('data', (data: Buffer) => {
      if (state.isStalled) return
      if (isMute) return end(pair)
      client.write(data)
    })
    client.on('close', () => {
      if (!isMute && !state.isStalled) server.destroy()
      pairs.delete(pair)
    })
    server.on('close', () => {
      if (!state.isStalled) client.destroy()
    })
    for (const socket of pair) socket.on('error', () => socket.destroy())
  })
  const end = ([client, server]: readonly [Socket, Socket]) => {
    client.resetAndDestroy()
    server.resetAndDestroy()
  }
  const cut = () => {
    for (const pair of pairs) end(pair)
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (typeof address !== 'object' || address === null) throw new Error('This machine gives out no ports.')
  return {
    port: address.port,
    cut,
    stall() {
      state.isStalled = true
    },
    close() {
      state.isClosed = true
      cut()
    },
    restore() {
      cut()
      state.isStalled = false
      state.isClosed = false
    },
    onNextCommit(fault) {
      state.fault = fault
    },
    faults: () => state.count,
    packets: () => state.packets,
    async dispose() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
