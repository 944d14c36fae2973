import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openHost, openJobs, resolveHome } from '@hermes/runtime'
import type { NewJob } from '@hermes/scheduler'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const limits = { tokens_per_day: 150 }

interface Case {
  readonly who: string
  readonly limits: { readonly userId?: string }
  readonly job: Pick<NewJob, 'payer'>
  readonly namespace: string
  readonly holder: string
}

const cases: readonly Case[] = [
  {
    who: 'person',
    limits: { userId: 'telegram:42' },
    job: {},
    namespace: 'chat.spending',
    holder: 'telegram:42',
  },
  { who: 'key', limits: {}, job: { payer: 'key:blog' }, namespace: 'api.spending', holder: 'blog' },
]

async function writeSettings(baseUrl: string, budget: object): Promise<void> {
  const settings = {
    model: { provider: 'custom', base_url: baseUrl, default: 'fake-model', context_length: 100_000 },
    auxiliary: { title_generation: { enabled: false } },
    platforms: { telegram: { allow_from: ['42'] } },
    people: { user: budget },
    gateway: { api_server: { keys: { blog: { key: '$' + '{BLOG_API_KEY}', ...budget } } } },
  }
  await writeFile(join(cli.home, 'config.yaml'), JSON.stringify(settings))
}

async function withStore<Result>(use: (host: Awaited<ReturnType<typeof openHost>>) => Promise<Result>) {
  await using host = await openHost({ paths: resolveHome({ HERMES_HOME: cli.home }), variables: {} })
  return use(host)
}

test.each(cases)('charges a $who for their jobs without a gateway, too', async (each) => {
  const { namespace, holder, who } = each
  const provider = await startFakeProvider({
    script: () => text('Tea.', { usage: { inputTokens: 90, outputTokens: 10 } }),
  })
  onTestFinished(() => provider.close())
  await writeSettings(provider.baseUrl, limits)
  await withStore(({ store, config }) =>
    openJobs(store, config.cron, {}, each.limits).add({
      name: 'tea',
      schedule: 'every 1h',
      task: { prompt: 'Look.' },
      createdBy: 'agent',
      ...each.job,
    }),
  )
  const spent = () => withStore(({ store }) => store.values?.get(namespace, holder) ?? Promise.resolve(undefined))
  for (const tokens of [100, 200]) {
    expect(await cli.hermes('cron', 'run', 'tea')).toMatchObject({ code: 0, out: 'Tea.\n' })
    expect(await spent()).toMatchObject({ tokens })
  }
  const { code, err } = await cli.hermes('cron', 'run', 'tea')
  expect(code).toBe(1)
  expect(err).toContain(`The 150 tokens of today of its ${who} are used up: there is more after 0:00 UTC.`)
  expect(provider.requests).toHaveLength(2)
  await writeSettings(provider.baseUrl, {})
  expect(await cli.hermes('cron', 'run', 'tea')).toMatchObject({ code: 0 })
})
