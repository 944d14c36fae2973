// Works with a short claim and prints its progress line by line. `wait` continues only after a line of input, so that the test can
// pause the process in between. Runs as a separate Node process on the built packages.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createAgent, type SessionStore, StoreError } from '@hermes/core'
import { open, type Place, queueOf } from '../place.ts'
import { echoTransport } from './echo-transport.ts'

export interface StopWorkerOptions {
  readonly place: Place
  readonly work: 'item' | 'turn'
  readonly name: string
  readonly claimMs: number
  readonly waits: boolean
}

const { place, work, name, claimMs, waits }: StopWorkerOptions = JSON.parse(process.argv[2] ?? '')
const lines = createInterface({ input: process.stdin })
const say = (line: string) => void writeSync(1, `${line}\n`)
const store = await open(place)

/** Prints its position and waits to continue. */
async function pause(): Promise<void> {
  say('under way')
  if (waits) await once(lines, 'line')
}

function describe(error: unknown): string {
  return StoreError.is(error) ? error.kind : String(error)
}

async function handleItem(): Promise<void> {
  const stop = new AbortController()
  await queueOf(store).work(
    'q',
    async (_, { item, signal }) => {
      await pause()
      const message = { role: 'user' as const, content: name }
      await store.messages.append('s', [{ message, timestampMs: 1 }], { settles: item }).then(
        () => say('stored'),
        (error: unknown) => say(describe(error)),
      )
      say(`signal ${signal.aborted ? 'aborted' : 'open'}`)
      stop.abort()
    },
    { signal: stop.signal, claimMs },
  )
}

async function takeTurn(): Promise<void> {
  const { claims } = store
  if (!claims) throw new Error('The store has no claims.')
  const impatient: SessionStore = {
    ...store,
    claims: { acquire: (lane, options) => claims.acquire(lane, { ...options, claimMs }) },
  }
  const agent = createAgent({ transport: echoTransport(pause), model: { id: 'echo' }, store: impatient })
  const { outcome } = await agent.run(name, { sessionId: 's' }).result
  say(outcome.status === 'failed' ? describe(outcome.error) : outcome.status)
}

await (work === 'item' ? handleItem() : takeTurn())
lines.close()
await store[Symbol.asyncDispose]()
