import { setTimeout } from 'node:timers/promises'
import type { Connection } from '@hermes/tui'
import type { OpenServer } from './open-server.js'

/** How long a server that is still being opened keeps a person who leaves. */
const openingLimitMs = 1_000

/** A server that is opened while its screen is shown already. */
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

  /** Notes that this terminal showed a session. @returns false if nothing of it is stored. */
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
