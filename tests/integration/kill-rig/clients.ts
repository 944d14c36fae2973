import { type Sent, send } from './client.js'
import { toTaskName } from './tasks.js'

/** Several clients, each of which sends messages one after another; two of them share a session. */
export interface Clients {
  /** All sent messages, by client and in order. */
  readonly sent: readonly Sent[]
  /** Works with one gateway until it stops listening. Rejects on an unexpected response. */
  work(connection: { readonly url: string; readonly key: string }, onNews: () => void): Promise<void>
  /** Makes each client send a last message, which must be answered. */
  finish(connection: { readonly url: string; readonly key: string }): Promise<void>
}

/** The session of each client. */
const seats = [0, 1, 2, 2]

export function createClients(generation: number): Clients {
  const clients = seats.map((session, client) => ({ session, client, sent: [] as Sent[] }))
  const next = ({ session, client, sent }: (typeof clients)[number]) => {
    const message: Sent = { task: toTaskName(generation, session, client, sent.length), state: 'sent', done: [] }
    sent.push(message)
    return message
  }
  return {
    get sent() {
      return clients.flatMap(({ sent }) => sent)
    },
    async work(connection, onNews) {
      const lanes = clients.map(async (client) => {
        while (await send(next(client), { ...connection, onNews }));
      })
      await Promise.all(lanes)
    },
    async finish(connection) {
      const lanes = clients.map(async (client) => {
        const message = next(client)
        await send(message, { ...connection, onNews: () => undefined })
        if (message.state !== 'answered') throw new Error(`${message.task} got no answer: it was ${message.state}.`)
      })
      await Promise.all(lanes)
    },
  }
}
