import { EnvironmentError, type Logger } from '@hermes/core'
import { connectGuardian, type Guardian } from './guardian.js'
import type { RemoteLink } from './remote-link.js'

/** Connection to a remote place, opened on demand and reopened after a loss. */
export interface Connection {
  /** Returns the open connection, or opens one. @throws {EnvironmentError} when the place cannot be reached or the connection was closed. */
  get(): Promise<Guardian>
  /** Open connection, if any. */
  readonly current: Guardian | undefined
  /** Ends everything that runs over the connection. No other connection can be opened afterwards. */
  close(): Promise<void>
}

export interface ConnectionOptions {
  readonly link: RemoteLink
  /** Prefix of the markers of all connections. */
  readonly id: string
  readonly graceMs: number
  readonly logger: Logger
}

export function createConnection({ link, id, graceMs, logger }: ConnectionOptions): Connection {
  let current: Guardian | undefined
  let pending: Promise<Guardian> | undefined
  let closing: Promise<void> | undefined
  let count = 0

  const connect = async () => {
    if (current) logger.log('warn', `The connection to ${link.name} was lost and is being re-established.`)
    current = undefined
    count += 1
    // Uses a new marker, because the guardian of the lost connection may still be ending processes with the old one.
    current = await connectGuardian({ link, graceMs, marker: `${id}-${count}.` })
    return current
  }
  const close = async () => {
    await pending?.catch(() => undefined)
    await current?.close()
    await link.close()
  }
  return {
    get current() {
      return current?.isAlive ? current : undefined
    },
    async get() {
      if (closing) throw new EnvironmentError('The environment is closed: create a new one to run commands.')
      if (current?.isAlive) return current
      pending ??= connect().finally(() => {
        pending = undefined
      })
      return pending
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
