import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ServerProcess extends AsyncDisposable {
  readonly url: string
}

/** Starts the scripted server in its own process, so that a contender's process only contains the contender's work. */
export async function startServer(): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, 'server.ts'))
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
