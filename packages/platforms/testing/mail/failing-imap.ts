import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { NetworkFailure } from '@hermes/testkit'

/** The server refuses logins temporarily, or has too many connections and no response code for that, like Gmail. */
export type MailFailure = NetworkFailure | 'no-login-now' | 'too-many-connections'

/** The failure of the next login or mail. */
export type Fail = () => MailFailure | undefined

/** What the server answers to a login. */
const answers: Readonly<Partial<Record<MailFailure, string>>> = {
  auth: 'NO [AUTHENTICATIONFAILED] Authentication failed.',
  'no-login-now': 'NO [LIMIT] Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10)',
  'too-many-connections': 'NO [ALERT] Too many simultaneous connections. (Failure)',
}

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
    const answer = failure && answers[failure]
    if (failure !== undefined && answer === undefined) client.destroy()
    upstream.pipe(client)
    client.on('data', (data) => {
      const [, tag] = /^(\S+) (?:LOGIN|AUTHENTICATE) /i.exec(data.toString()) ?? []
      if (answer !== undefined && tag !== undefined) client.write(`${tag} ${answer}\r\n`)
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
