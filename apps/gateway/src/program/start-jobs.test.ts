import { createHmac } from 'node:crypto'
import { openJobs } from '@hermes/runtime'
import { text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'
import { startJobs } from './start-jobs.js'

const secret = 'a-made-up-webhook-secret'
// The sleeping scheduler checks the store every 30 seconds.
const atOnce = { timeout: 10_000 }

async function serveWithJobs() {
  const world = await serveChats({
    script: () => text('Done.'),
    settings: { webhooks: { builds: { secret, signature: 'github', prompt: 'Built.', cron_job: 'report' } } },
  })
  const jobs = startJobs(world.host, {
    workingDirectory: world.home,
    say: (line) => void world.lines.push(line),
    deliveries: [],
  })
  onTestFinished(() => jobs.stop(0))
  const book = openJobs(world.store, world.host.config.cron)
  const job = await book.add({
    name: 'report',
    schedule: 'every 1h',
    task: { prompt: 'Report.' },
    createdBy: 'person',
  })
  await expect.poll(() => book.isServed(), atOnce).toBe(true)
  return { ...world, job, states: async () => (await book.runs(job.id)).map(({ state }) => state) }
}

type World = Awaited<ReturnType<typeof serveWithJobs>>

const requests: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  async '/cron run'({ network, job }) {
    network().say({ text: `/cron run ${job.id}` })
  },
  'the API': ({ gateway, job }) =>
    fetch(`${gateway.url}/api/jobs/${job.id}/run`, { method: 'POST', headers: { authorization: 'Bearer test-key' } }),
  async 'a webhook'({ gateway }) {
    const body = '{}'
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return fetch(`${gateway.url}/webhooks/builds`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${signature}`,
        'x-github-event': 'push',
        'x-github-delivery': 'd1',
      },
      body,
    })
  },
}

test.each(Object.entries(requests))('a job that is requested by %s runs at once', async (_, request) => {
  const world = await serveWithJobs()
  await request(world)
  await expect.poll(world.states, atOnce).toEqual(['completed'])
})
