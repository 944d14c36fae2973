import { setTimeout } from 'node:timers/promises'
import type { Connection } from '@hermes/tui'
import type { OpenServer } from './open-server.js'

/** How long a server that is still being opened may delay a user who leaves, in milliseconds. */
const openingLimitMs = 1_000

/** A server that is opened while its screen is already shown. */
export class OpeningServer {
  readonly #open: () => Promise<OpenServer>
  #opening: Promise<OpenServer> | undefined

  constructor(open: () => Promise<OpenServer>) {
    this.#open = open
  }

  async connect(): Promise<Connection> {
    this.#opening = this.#open()
    return (await this.#opening).connection
  }

  /** Records that this terminal showed a session. @returns false if the session is not stored. */
  async remember(sessionId: string): Promise<boolean> {
    const server = await this.#opening
    return server !== undefined && (await server.remember(sessionId))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const server = await Promise.race([
      this.#opening?.catch(() => undefined),
      setTimeout(openingLimitMs, undefined, { ref: false }),
    ])
    await server?.[Symbol.asyncDispose]()
  }
}
