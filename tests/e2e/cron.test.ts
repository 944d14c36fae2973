import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from './hermes.js'

let sandbox: Sandbox

beforeEach(() => {
  sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'model: { provider: offline }\n')
})
afterEach(() => sandbox[Symbol.dispose]())

const cron = (...args: readonly string[]) => sandbox.run(['cron', ...args])

test('adds, lists, runs, explains and removes a job', async () => {
  const added = await cron('add', 'every monday at 9am', 'what did I say', '--name', 'weekly', '--json')
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing runs jobs now') })
  const { id } = JSON.parse(added.stdout)
  expect((await cron('list')).stdout).toMatch(new RegExp(`^${id}  weekly  every monday at 9am  next `))
  expect(await cron('run', 'weekly')).toMatchObject({ code: 0, stdout: expect.stringMatching(/\S/) })
  const { stdout } = await cron('why', id)
  expect(stdout).toMatch(
    /It was requested at .+\nIt completed at .+\nIts conversation is .+\nDelivered to local \(.+\.md\)\./,
  )
  const [{ id: run }] = JSON.parse((await cron('why', id, '--json')).stdout).latest
  expect((await cron('why', run)).stdout).toBe(stdout)
  expect(await cron('why', `${id}@2020-01-01T00:00:00.000Z`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no run'),
  })
  expect(await cron('pause', id)).toMatchObject({ code: 0, stdout: expect.stringContaining('paused') })
  expect(await cron('add', 'soon', 'x')).toMatchObject({ code: 1, stderr: expect.stringContaining('is no schedule') })
  expect(await cron('remove', id)).toMatchObject({ code: 0 })
  expect(await cron('why', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no job') })
})

test.each([
  ['the gateway', ['gateway', 'run', '--port', '0']],
  ['a second process', ['cron', 'serve']],
])(
  '%s runs a job once when it is due, next to another one',
  async (_, words) => {
    const dueMs = Math.ceil(Date.now() / 1000) * 1000 + 6000
    const { id } = JSON.parse((await cron('add', new Date(dueMs).toISOString(), 'help', '--json')).stdout)
    const env = { API_SERVER_KEY: 'a-long-enough-key-for-tests-1234567890' }
    const running = [words, ['cron', 'serve']].map((line) => sandbox.start(line, { env }))
    const read = async () => JSON.parse((await cron('why', id, '--json')).stdout)
    await expect.poll(async () => (await read()).state, { timeout: 60_000, interval: 500 }).toBe('done')
    const { latest } = await read()
    expect(latest).toMatchObject([{ state: 'completed', deliveries: [{ state: 'delivered' }] }])
    expect(Date.parse(latest[0].started)).toBeGreaterThanOrEqual(dueMs)
    expect(JSON.parse((await cron('status', '--json')).stdout)).toMatchObject({
      served: true,
      active: 0,
      incidents: [],
    })
    for (const { process } of running) process.kill('SIGTERM')
    for (const { ended } of running) expect((await ended).signal).toBe(null)
  },
  120_000,
)
