// Puts items and works on those of all others until it is killed, and prints the id of each item once the store has
// acknowledged it. A process of its own: Node runs it as it stands, on the built packages.
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAgent } from '@hermes/core'
import type { Claim, WorkItem } from '@hermes/core/queue'
import { echoTransport } from './echo-transport.ts'
import { ensureSession, open, type Place, queueOf } from './place.ts'

export interface KillWorkerOptions {
  readonly place: Place
  readonly slot: string
  /** Which process of the slot: counts up with each kill. */
  readonly life: number
  readonly lanes: readonly string[]
}

const { place, slot, life, lanes }: KillWorkerOptions = JSON.parse(process.argv[2] ?? '')
const store = await open(place)
const queue = queueOf(store)
for (const lane of lanes) await ensureSession(store, lane)
const agent = createAgent({ transport: echoTransport(), model: { id: 'echo' }, store })

/** Every third item is a message that takes a turn, the others are stored as they are. Either way the item is settled with it. */
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
    // Not buffered: what was acknowledged is known even if the next instruction never comes.
    writeSync(1, `${id}\n`)
    // No more than is worked off, so that every part of an item's life is under way at each moment.
    while ((await queue.list({ queue: 'q', limit: 40 })).length >= 40) await nextTurn()
  }
}

await Promise.all([putForEver(), queue.work('q', handle, { signal: new AbortController().signal, concurrency: 4 })])
