import { type FakeProvider, startFakeProvider } from '@hermes/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createRandom } from '../state/crash-plan.js'
import { createClients } from './clients.js'
import { expectRecord } from './expect-record.js'
import { expectSound } from './expect-sound.js'
import { createPlace, type Place } from './gateway.js'
import { chooseMoment, createCounter, type KillMoment, momentOf } from './kill-moment.js'
import { workOnTasks } from './tasks.js'

/*
 * A built gateway serves several clients and is killed without warning, repeatedly. Then it runs undisturbed, and its stored data is
 * compared with what the clients know. The moments depend on the seed of the property tests (FAST_CHECK_SEED explores others); what they
 * interrupt depends on the machine.
 */

const rounds = 4 * inject('effort')
/** The number of rounds per generation of clients, each of which uses new sessions. */
const roundsOfGeneration = 10

const seen = {
  kills: { start: 0, time: 0, request: 0, news: 0 },
  sent: 0,
  accepted: 0,
  answered: 0,
  storedUntold: 0,
  calls: 0,
  unknownOutcomes: 0,
  compressions: 0,
}
const { seed = 0 } = fc.readConfigureGlobal()
const random = createRandom(seed)
const moments = Array.from({ length: rounds }, (_, round) => chooseMoment(round, random))
const generations = Array.from({ length: Math.ceil(rounds / roundsOfGeneration) }, (_, number) => ({
  number,
  moments: moments.slice(number * roundsOfGeneration, (number + 1) * roundsOfGeneration),
}))

const requests = createCounter()
const news = createCounter()
let provider: FakeProvider
let place: Place
beforeAll(async () => {
  provider = await startFakeProvider({
    script: (...request) => {
      requests.add()
      return workOnTasks(...request)
    },
  })
  place = createPlace(provider.baseUrl)
})
afterAll(async () => {
  await provider.close()
  place[Symbol.dispose]()
})

test.each(generations)(
  'generation $number: keeps acknowledged messages through every kill, and does nothing twice',
  async ({ number, moments }) => {
    const clients = createClients(number)
    for (const moment of moments) await workUntil(moment, clients)

    const gateway = place.start()
    await clients.finish({ url: await gateway.url, key: place.key })
    gateway.stop()
    expect(await gateway.ended).toMatchObject({ how: 0 })

    const findings = await expectRecord(place, clients.sent)
    expectSound(place.databasePath)
    note(
      clients.sent.map(({ state }) => state),
      findings,
    )
  },
  600_000,
)

test('killed gateways while they processed messages', ({ annotate }) => {
  expect(Object.values(seen.kills).reduce((a, b) => a + b)).toBe(rounds)
  expect(seen.accepted + seen.storedUntold, 'stored, but not answered').toBeGreaterThan(0)
  expect(seen.calls).toBeGreaterThan(seen.unknownOutcomes)
  return annotate(JSON.stringify(seen))
})

/** Runs a gateway until the moment has come. */
async function workUntil(moment: KillMoment, clients: ReturnType<typeof createClients>): Promise<void> {
  const gateway = place.start()
  const reached = momentOf(moment, { requests, news, serving: gateway.url })
  const working = gateway.url.then((url) => clients.work({ url, key: place.key }, news.add))
  // If a gateway ends unexpectedly, or a client gets an unexpected response, the test must not keep waiting.
  await Promise.race([reached, ...(moment.at === 'start' ? [] : [working])])
  gateway.kill()
  const { how, stderr } = await gateway.ended
  expect({ how, stderr }).toEqual({ how: 'SIGKILL', stderr })
  await (moment.at === 'start' ? working.catch(() => undefined) : working)
  seen.kills[moment.at] += 1
}

function note(states: readonly string[], findings: Awaited<ReturnType<typeof expectRecord>>): void {
  seen.sent += states.length
  seen.accepted += states.filter((state) => state === 'accepted').length
  seen.answered += states.filter((state) => state === 'answered').length
  seen.storedUntold += findings.storedUntold
  seen.calls += findings.calls
  seen.unknownOutcomes += findings.unknownOutcomes
  seen.compressions += findings.compressions
}
