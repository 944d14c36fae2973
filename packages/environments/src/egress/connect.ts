import { connect, type Socket } from 'node:net'

const timeoutMs = 30_000

/** Connects to the first address that answers. Rejects with the error of the last one. */
export async function connectTo(addresses: readonly string[], port: number): Promise<Socket> {
  let failure: unknown = new Error('There is no address to connect to.')
  for (const host of addresses) {
    try {
      return await open(host, port)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${host} did not answer.`)))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** Forwards data in both directions until either side closes. */
export function join(a: Socket, b: Socket): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.on('error', () => to.destroy())
    from.once('close', () => to.destroy())
    from.pipe(to)
  }
}

/** Returns a signal that is aborted when the program closes its connection. */
export function closing(socket: Socket): AbortSignal {
  const controller = new AbortController()
  socket.once('close', () => controller.abort(new Error('The program has closed its connection.')))
  return controller.signal
}
