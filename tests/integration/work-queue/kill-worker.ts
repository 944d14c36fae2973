// Puts items and handles those of all processes until it is killed, and prints the id of each acknowledged item.
// Runs as a separate Node process on the built packages.
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAgent } from '@hermes/core'
import type { Claim, WorkItem } from '@hermes/core/queue'
import { ensureSession, open, type Place, queueOf } from '../place.ts'
import { echoTransport } from './echo-transport.ts'

export interface KillWorkerOptions {
  readonly place: Place
  readonly slot: string
  /** The number of the slot's process, which increments with each kill. */
  readonly life: number
  readonly lanes: readonly string[]
}

const { place, slot, life, lanes }: KillWorkerOptions = JSON.parse(process.argv[2] ?? '')
const store = await open(place)
const queue = queueOf(store)
for (const lane of lanes) await ensureSession(store, lane)
const agent = createAgent({ transport: echoTransport(), model: { id: 'echo' }, store })

/**
 * Handles an item. Every third one is a message that starts a turn, the others are stored directly. Each item is settled with
 * its append.
 */
async function handle({ id, lane }: WorkItem, { item }: Claim): Promise<void> {
  if (Number(id.split('/')[2]) % 3 !== 0) {
    await store.messages.append(lane, [{ message: { role: 'user', content: id }, timestampMs: 1 }], { settles: item })
    return
  }
  const { outcome } = await agent.run(id, { sessionId: lane, settles: item }).result
  if (outcome.status === 'failed') throw outcome.error
}

async function putForEver(): Promise<void> {
  for (let number = 0; ; number++) {
    const id = `${slot}/${life}/${number}`
    const lane = lanes[number % lanes.length] ?? ''
    await queue.put({ queue: 'q', lane, id, payload: { id } })
    // Unbuffered, so that an acknowledgement is visible even if the process dies immediately.
    writeSync(1, `${id}\n`)
    // No more than can be processed, so that every stage of an item occurs at any moment.
    while ((await queue.list({ queue: 'q', limit: 40 })).length >= 40) await nextTurn()
  }
}

await Promise.all([putForEver(), queue.work('q', handle, { signal: new AbortController().signal, concurrency: 4 })])
