import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noUsage } from '@hermes/core'
import { openHost, openJobs, resolveHome } from '@hermes/runtime'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { openJobAccount } from './open-job-account.js'

test('jobs run again without a restart when a budget is raised', async () => {
  const home = temporaryHome()
  const writeBudget = (tokens: number) =>
    writeFile(
      join(home, 'config.yaml'),
      `platforms: { telegram: { allow_from: ['42'] } }\npeople: { user: { tokens_per_day: ${tokens} } }`,
    )
  await writeBudget(100)
  const host = await openHost({ paths: resolveHome({ HERMES_HOME: home }), variables: {} })
  onTestFinished(() => host[Symbol.asyncDispose]())
  await using account = openJobAccount(host)
  const job = await openJobs(host.store, host.config.cron, {}, { userId: 'telegram:42' }).add({
    schedule: 'every 1h',
    task: { prompt: 'Look.' },
    createdBy: 'agent',
  })
  await host.store.sessions.create({ id: 's', source: 'cron', userId: 'telegram:42', startedAtMs: 0 })
  expect(await account.refusalOf(job)).toBeUndefined()
  const usage = { ...noUsage, inputTokens: 100 }
  await host.store.usage?.add('s', { task: 'turn', provider: 'p', model: 'm', usage, atMs: Date.now() })
  expect(await account.refusalOf(job)).toMatch(/^The 100 tokens of today of its person/)
  await writeBudget(2000)
  expect(await account.refusalOf(job)).toBeUndefined()
})

test('jobs of a key end without a restart when the key is removed from the settings', async () => {
  const home = temporaryHome()
  const writeKeys = (keys: object) =>
    writeFile(join(home, 'config.yaml'), JSON.stringify({ gateway: { api_server: { keys } } }))
  await writeKeys({ blog: { key: 'blog-key' } })
  const host = await openHost({ paths: resolveHome({ HERMES_HOME: home }), variables: {} })
  onTestFinished(() => host[Symbol.asyncDispose]())
  await using account = openJobAccount(host)
  const job = await openJobs(host.store, host.config.cron).add({
    schedule: 'every 1h',
    task: { prompt: 'Look.' },
    createdBy: 'person',
    payer: 'key:blog/anna',
  })
  expect(await account.refusalOf(job)).toBeUndefined()
  await writeKeys({})
  expect(await account.refusalOf(job)).toBe('Its key is not in the settings any more.')
})
