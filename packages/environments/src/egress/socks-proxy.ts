import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Admit, EgressTarget } from './admission.js'
import { closing, connectTo, join } from './connect.js'

const version = 5
const noAuthentication = 0
const commands = { connect: 1 } as const
const kinds = { v4: 1, name: 3, v6: 4 } as const
const replies = { done: 0, failed: 1, refused: 2, unsupported: 7, unknownKind: 8 } as const

/** Serves one SOCKS5 connection without authentication (RFC 1928): `CONNECT` to a name or an address. */
export async function serveSocks(client: Socket, admit: Admit): Promise<void> {
  try {
    const [, methods = 0] = await take(client, 2)
    await take(client, methods)
    client.write(Buffer.from([version, noAuthentication]))
    const [, command = 0, , kind = 0] = await take(client, 4)
    const host = await readHost(client, kind)
    if (host === undefined) return end(client, replies.unknownKind)
    const port = (await take(client, 2)).readUInt16BE(0)
    if (command !== commands.connect) return end(client, replies.unsupported)
    await serve(client, { host, port }, admit)
  } catch {
    // The program has closed its connection, or does not speak SOCKS5.
    client.destroy()
  }
}

async function serve(client: Socket, target: EgressTarget, admit: Admit): Promise<void> {
  const admission = await admit(target, closing(client))
  if ('refused' in admission) return end(client, replies.refused)
  const server = await connectTo(admission.addresses, target.port).catch(() => undefined)
  if (!server) return end(client, replies.failed)
  if (client.destroyed) return void server.destroy()
  client.write(reply(replies.done))
  join(client, server)
}

async function readHost(client: Socket, kind: number): Promise<string | undefined> {
  if (kind === kinds.v4) return [...(await take(client, 4))].join('.')
  if (kind === kinds.name) {
    const [length = 0] = await take(client, 1)
    return (await take(client, length)).toString('latin1')
  }
  if (kind !== kinds.v6) return undefined
  const bytes = await take(client, 16)
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':')
}

/** Reads exactly `count` bytes. */
async function take(client: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0)
  for (;;) {
    const found: unknown = client.read(count)
    if (Buffer.isBuffer(found) && found.length === count) return found
    if (client.destroyed || client.readableEnded) throw new Error('The connection has ended.')
    await Promise.race([once(client, 'readable'), once(client, 'close')])
  }
}

function reply(code: number): Buffer {
  return Buffer.from([version, code, 0, kinds.v4, 0, 0, 0, 0, 0, 0])
}

function end(client: Socket, code: number): void {
  client.end(reply(code))
}
