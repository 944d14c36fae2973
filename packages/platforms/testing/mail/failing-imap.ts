import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { NetworkFailure } from '@hermes/testkit'

/** The failure of the next login or mail. */
export type Fail = () => NetworkFailure | undefined

/** Stands before Dovecot, and refuses a login or cuts a connection. */
export async function startFailingImap(target: string) {
  const proxy = { fail: (() => undefined) as Fail, port: 0, close: async () => undefined }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const failure = proxy.fail()
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    if (failure !== undefined && failure !== 'auth') client.destroy()
    upstream.pipe(client)
    client.on('data', (data) => {
      const [, tag] = /^(\S+) (?:LOGIN|AUTHENTICATE) /i.exec(data.toString()) ?? []
      if (failure === 'auth' && tag !== undefined)
        client.write(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`)
      else upstream.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  proxy.close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    return undefined
  }
  return proxy
}
