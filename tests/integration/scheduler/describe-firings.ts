import { HermesError, type JsonValue, type SessionStore, StoreError } from '@hermes/core'
import {
  createJobBook,
  createScheduler,
  type Delivery,
  type RunOutcome,
  type SchedulerSettings,
} from '@hermes/scheduler'
import { afterEach, beforeEach, expect, test } from 'vitest'

const minuteMs = 60_000
const startMs = Date.parse('2026-01-01T00:00:30Z')

/** What a scheduler promises, on one kind of store. */
export function describeFirings(open: () => Promise<SessionStore>): void {
  let store: SessionStore
  let nowMs: number
  let fired: string[]
  let sent: string[]
  let outcome: () => RunOutcome | Promise<RunOutcome>
  let refusal: string | undefined
  let networkState: () => 'waiting' | 'delivered' | 'unknown'
  const signal = new AbortController().signal

  beforeEach(async () => {
    store = await open()
    nowMs = startMs
    fired = []
    sent = []
    outcome = () => ({ status: 'completed', text: 'done' })
    refusal = undefined
    networkState = () => 'delivered'
  })
  afterEach(() => store[Symbol.asyncDispose]())

  const book = () => createJobBook({ store, zone: 'UTC', services: { now: () => nowMs } })
  const delivery: Delivery = {
    serves: (target) => target !== 'nowhere',
    async send({ text, run }) {
      sent.push(`${time(run.dueMs)} ${text}`)
      return networkState() === 'waiting' ? { where: 'net:1', messageIds: [run.id] } : undefined
    },
    follow: async () => networkState(),
  }
  const scheduler = (settings: Partial<SchedulerSettings> = {}) =>
    createScheduler({
      store,
      settings,
      deliveries: [delivery],
      refusalOf: async () => refusal,
      services: { now: () => nowMs },
      async run({ dueMs, trigger }) {
        fired.push(`${time(dueMs)} ${trigger}`)
        return outcome()
      },
    })
  const add = (schedule: string, more: object = {}) =>
    book().add({ schedule, task: { prompt: 'Look.' }, createdBy: 'person', ...more })
  const tickAt = async (minutes: number, settings?: Partial<SchedulerSettings>) => {
    nowMs = startMs + minutes * minuteMs
    await scheduler(settings).tick(signal)
  }

  test('fires a due time once, however many schedulers look at it', async () => {
    const { id } = await add('every 10m')
    nowMs += 10 * minuteMs
    await Promise.all([1, 2, 3].map(() => scheduler().tick(signal)))
    await scheduler().tick(signal)
    expect(fired).toEqual(['00:10 schedule'])
    expect(sent).toEqual(['00:10 done'])
    expect(await book().runs(id)).toMatchObject([{ state: 'completed', deliveries: [{ state: 'delivered' }] }])
    expect(await store.queue?.list()).toEqual([])
  })

  test('skips firings that are refused, tells of it once, and counts no failures', async () => {
    const { id } = await add('every 10m')
    refusal = 'There is no money.'
    await tickAt(10)
    await tickAt(20)
    expect(fired).toEqual([])
    expect(sent).toEqual(['00:10 The run due at 2026-01-01T00:10:30.000Z was skipped: There is no money.'])
    expect(await book().get(id)).toMatchObject({ state: 'active', runs: 0, failures: 0 })
    refusal = undefined
    await tickAt(30)
    expect(fired).toEqual(['00:30 schedule'])
    refusal = 'There is no money.'
    await tickAt(40)
    expect(sent.slice(1)).toEqual([
      '00:30 done',
      '00:40 The run due at 2026-01-01T00:40:30.000Z was skipped: There is no money.',
    ])
    expect((await book().runs(id)).map(({ state }) => state)).toEqual(['skipped', 'completed', 'skipped', 'skipped'])
  })

  test('tells whether a scheduler runs', async () => {
    expect(await book().isServed()).toBe(false)
    const stop = new AbortController()
    const ended = scheduler().run(stop.signal)
    await expect.poll(() => book().isServed()).toBe(true)
    stop.abort()
    await ended
    nowMs += 4 * minuteMs
    expect(await book().isServed()).toBe(false)
  })

  test('keeps jobs in the store', async () => {
    const job = await add('every monday at 9am', {
      name: 'Monday',
      deliver: ['local', 'origin'],
      origin: 'session-1',
      repeat: 3,
      missed: 'skip',
    })
    expect(await book().list()).toEqual([job])
    expect(await book().get(job.id.slice(0, 4))).toEqual(job)
    expect(await book().get('Monday')).toEqual(job)
    await expect(book().get('nothing')).rejects.toMatchObject({ code: 'schedule/not-found' })
  })

  test('skips times that were missed for too long, if the job says so', async () => {
    const { id } = await add('every 30m', { missed: 'skip' })
    await add('every 30m')
    await tickAt(75)
    expect(fired).toEqual(['01:00 catch-up'])
    expect(await book().runs(id)).toMatchObject([{ state: 'skipped', reason: expect.stringContaining('missed') }])
    await tickAt(90)
    expect(fired).toHaveLength(3)
  })

  test('retries a passing failure after 5, 15 and 30 minutes, and reports it then', async () => {
    const { id } = await add('every 5h')
    outcome = () => ({ status: 'failed', reason: 'The provider cannot be reached.', isPassing: true })
    const tries: number[] = []
    for (let minutes = 300; minutes < 400; minutes += 1) {
      const before = fired.length
      await tickAt(minutes)
      if (fired.length > before) tries.push(minutes)
    }
    expect(tries).toEqual([300, 305, 320, 350])
    expect(sent).toEqual(['05:00 The run due at 2026-01-01T05:00:30.000Z failed: The provider cannot be reached.'])
    expect(await book().get(id)).toMatchObject({ runs: 1, failures: 1 })
  })

  test('opens an incident after failures in a row, pauses after more, and resolves it by a success', async () => {
    const { id } = await add('every 1h')
    outcome = () => ({ status: 'failed', reason: 'No.' })
    for (const hours of [1, 2, 3]) await tickAt(hours * 60, { failuresToPause: 4 })
    expect(await book().incidents()).toMatchObject([{ id: `${id}:failing`, state: 'alerted', count: 1 }])
    await tickAt(240, { failuresToPause: 4 })
    expect(await book().get(id)).toMatchObject({ state: 'paused', pausedFor: 'It failed 4 times in a row.' })
    await book().resume(id)
    outcome = () => ({ status: 'completed', text: 'done' })
    await tickAt(300)
    expect(await book().incidents()).toMatchObject([{ state: 'resolved', count: 2 }])
    await expect(book().acknowledge(`${id}:failing`)).rejects.toMatchObject({ code: 'schedule/not-found' })
  })

  test('tells the targets once of a job that fails again and again, also after a crash', async () => {
    const { id } = await add('every 1h')
    const alerts = () => sent.filter((text) => text.includes('times in a row'))
    outcome = () => ({ status: 'failed', reason: 'No.' })
    await tickAt(60)
    await tickAt(120)
    expect(alerts()).toEqual([])
    let unsettled: JsonValue | undefined
    outcome = async () => {
      unsettled = await store.values?.get('cron.jobs', id)
      return { status: 'failed', reason: 'No.' }
    }
    await tickAt(180)
    expect(alerts()).toEqual([expect.stringMatching(/failed: No\.\n\nIt has failed 3 times in a row\.$/)])
    // As if the process had ended before the third run was settled.
    await store.values?.update('cron.jobs', id, () => unsettled)
    await tickAt(181)
    expect(await book().get(id)).toMatchObject({ failures: 3 })
    expect(await book().incidents()).toMatchObject([{ state: 'alerted', count: 1 }])
    await tickAt(240)
    expect(alerts()).toHaveLength(1)
    await book().acknowledge(`${id}:failing`)
    await tickAt(300)
    expect(await book().incidents()).toMatchObject([{ state: 'closed' }])
    outcome = () => ({ status: 'completed', text: 'done' })
    await tickAt(360)
    outcome = () => ({ status: 'failed', reason: 'No.' })
    for (const hours of [7, 8, 9, 10]) await tickAt(hours * 60)
    expect(alerts()).toHaveLength(2)
    expect(await book().incidents()).toMatchObject([{ state: 'alerted', count: 2 }])
  })

  test.each([
    ['no process of the first run serves', 'nowhere'],
    ['gives the message up after it has waited', 'net:1'],
  ])('tells of a job that fails again and again in its next message, where a target %s', async (_, target) => {
    const { id } = await add('every 1h', { deliver: [target] })
    const stateOf = async () => (await book().incidents()).find(({ kind }) => kind === 'failing')?.state
    outcome = () => ({ status: 'failed', reason: 'No.' })
    networkState = () => 'waiting'
    for (const hours of [1, 2, 3]) await tickAt(hours * 60)
    expect(await stateOf()).toBe(target === 'nowhere' ? 'open' : 'alerted')
    networkState = giveUp
    await tickAt(181)
    expect(await stateOf()).toBe('open')
    await book().edit(id, { deliver: ['net:2'] })
    networkState = () => 'delivered'
    sent = []
    await tickAt(240)
    expect(sent).toEqual([expect.stringMatching(/\n\nIt has failed 4 times in a row\.$/)])
    expect(await stateOf()).toBe('alerted')
    await tickAt(300)
    expect(sent).toEqual([expect.anything(), expect.not.stringContaining('in a row')])
  })

  test('ends after its number of runs', async () => {
    const { id } = await add('every 10m', { repeat: 2 })
    for (const minutes of [10, 20, 30]) await tickAt(minutes)
    expect(fired).toHaveLength(2)
    expect(await book().get(id)).toMatchObject({ state: 'done', runs: 2 })
    await book().edit(id, { schedule: '10m' })
    await tickAt(40)
    expect(fired).toHaveLength(3)
  })

  test('runs a paused job on request, beside its schedule', async () => {
    const { id } = await add('every 10m', { isPaused: true })
    await tickAt(20)
    expect(fired).toEqual([])
    const { runId } = await book().requestRun(id)
    await expect(book().requestRun(id)).rejects.toMatchObject({ code: 'schedule/running' })
    await tickAt(21)
    expect(fired).toEqual(['00:20 manual'])
    expect(await book().runs(id)).toMatchObject([{ id: runId, state: 'completed' }])
    expect(await book().get(id)).toMatchObject({ state: 'paused', runs: 1 })
  })

  test('a job that is removed during its run delivers nothing and leaves nothing', async () => {
    const { id } = await add('every 10m')
    outcome = async () => {
      await book().remove(id)
      return { status: 'completed', text: 'too late' }
    }
    await tickAt(10)
    expect(sent).toEqual([])
    expect(await book().list()).toEqual([])
    expect(await store.queue?.list()).toEqual([])
  })

  test('a delivery that fails does not stop the others, and is an incident', async () => {
    const { id } = await add('every 10m', { deliver: ['nowhere', 'local'] })
    await tickAt(10)
    expect(sent).toEqual(['00:10 done'])
    expect(await book().runs(id)).toMatchObject([
      {
        state: 'completed',
        deliveries: [
          { target: 'nowhere', state: 'failed' },
          { target: 'local', state: 'delivered' },
        ],
      },
    ])
    expect(await book().incidents()).toMatchObject([{ kind: 'undelivered', state: 'open' }])
    expect(await book().acknowledge(`${id}:undelivered`)).toMatchObject({ state: 'closed' })
  })

  test.each([
    { end: 'arrives', state: () => 'delivered', became: 'delivered', status: 'completed', incidents: [] },
    { end: 'is lost', state: () => 'unknown', became: 'unknown', status: 'unverified', incidents: ['undelivered'] },
    { end: 'is given up', state: giveUp, became: 'failed', status: 'delivery_failed', incidents: ['undelivered'] },
  ] as const)('a message that waits and $end is recorded then', async ({ state, became, status, incidents }) => {
    const { id } = await add('every 1h', { deliver: ['net:1'] })
    const receiptsOf = async () => (await book().runs(id)).map(({ deliveries }) => deliveries)
    networkState = () => 'waiting'
    await tickAt(60)
    await tickAt(61)
    expect(await receiptsOf()).toMatchObject([[{ target: 'net:1', state: 'waiting', detail: 'net:1' }]])
    expect(await book().get(id)).toMatchObject({ lastRun: { status: 'queued' } })
    expect(await book().incidents()).toEqual([])
    networkState = state
    await tickAt(62)
    await tickAt(63)
    expect(await receiptsOf()).toMatchObject([[{ state: became, atMs: startMs + 62 * minuteMs }]])
    expect(await book().get(id)).toMatchObject({ lastRun: { status } })
    expect((await book().incidents()).map(({ kind, count }) => `${kind} ${count}`)).toEqual(
      incidents.map((kind) => `${kind} 1`),
    )
    expect(sent).toHaveLength(1)
  })

  test('a result that waits resolves the incident of lost ones only when it arrives', async () => {
    const { id } = await add('every 1h', { deliver: ['nowhere'] })
    const stateOf = async () => (await book().incidents()).map(({ state }) => state)
    await tickAt(60)
    expect(await stateOf()).toEqual(['open'])
    await book().edit(id, { deliver: ['net:1'] })
    networkState = () => 'waiting'
    await tickAt(120)
    expect(await stateOf()).toEqual(['open'])
    networkState = () => 'delivered'
    await tickAt(121)
    expect(await stateOf()).toEqual(['resolved'])
  })

  test('delivers nothing of a silent run', async () => {
    await add('every 10m')
    outcome = () => ({ status: 'completed', text: '[SILENT]', isSilent: true })
    await tickAt(10)
    expect(fired).toHaveLength(1)
    expect(sent).toEqual([])
  })

  test('an error of a run is a failure of the job, not of the scheduler', async () => {
    const { id } = await add('every 10m')
    outcome = () => {
      throw new StoreError('corrupt', 'Broken.')
    }
    await tickAt(10)
    expect(await book().runs(id)).toMatchObject([{ state: 'failed', reason: 'Broken.' }])
  })

  test.each([
    [{ schedule: 'soon' }, 'schedule/invalid'],
    [{ schedule: '10m', task: { prompt: ' ' } }, 'schedule/job'],
    [{ schedule: '10m', repeat: 0 }, 'schedule/job'],
    [{ schedule: '10m', task: { prompt: 'a', contextFrom: ['x'] } }, 'schedule/not-found'],
  ])('refuses the job %j', async (input, code) => {
    await expect(add(input.schedule, input)).rejects.toMatchObject({ code })
    expect(await book().list()).toEqual([])
  })
}

function giveUp(): never {
  throw new HermesError('platform/refused', 'The chat is gone.')
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16)
}
