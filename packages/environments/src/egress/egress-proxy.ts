import type { Socket } from 'node:net'
import type { Admit } from './admission.js'
import { createHttpProxy } from './http-proxy.js'
import { serveSocks } from './socks-proxy.js'

/** Proxy for programs that are configured to use one. Serves HTTP, CONNECT and SOCKS5. */
export interface EgressProxy {
  handle(socket: Socket): void
  /** Ends all connections. */
  close(): void
}

const socksVersion = 5

export function createEgressProxy(admit: Admit): EgressProxy {
  const http = createHttpProxy(admit)
  const sockets = new Set<Socket>()
  return {
    handle(socket) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
      socket.once('data', (first) => {
        socket.pause()
        socket.unshift(first)
        if (first[0] === socksVersion) void serveSocks(socket, admit)
        else http.handle(socket)
      })
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
