import { spawn } from 'node:child_process'
import { Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { EnvironmentError } from '@hermes/core'

/**
 * Script that runs in another network namespace. It listens there and sends the listening socket to this process, which
 * then accepts the connections of that network.
 */
const script = `const server = require('node:net').createServer()
server.listen(0, '127.0.0.1', () => process.send('listening', server))`

export interface Listener {
  readonly port: number
  close(): void
}

/**
 * Listens on the loopback interface of another network namespace. `enter` is a command line that runs the arguments
 * appended to it in that namespace.
 *
 * @throws {EnvironmentError} when the namespace cannot be entered.
 */
export async function listenInside(
  enter: readonly string[],
  onConnection: (socket: Socket) => void,
): Promise<Listener> {
  const [program = '', ...words] = [...enter, process.execPath, '-e', script]
  const child = spawn(program, words, { cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const said = child.stderr ? text(child.stderr) : Promise.resolve('')
  const server = await new Promise<Server | undefined>((resolve) => {
    child.once('message', (_, handle) => resolve(handle instanceof Server ? handle : undefined))
    child.once('error', () => resolve(undefined))
    child.once('exit', () => resolve(undefined))
  })
  // Otherwise, the child would accept connections too.
  child.kill('SIGKILL')
  if (!server) throw new EnvironmentError(`The network of commands could not be entered: ${(await said).trim()}`)
  server.on('connection', onConnection)
  // The server must not keep this process running.
  server.unref()
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => void server.close(),
  }
}
