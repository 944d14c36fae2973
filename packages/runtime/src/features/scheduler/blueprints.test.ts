import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { openHost } from '../../open-host.js'
import { openJobs } from '../../services/open-jobs.js'

async function open() {
  const overrides = { model: { provider: 'offline' } }
  const host = await openHost({ paths: await tempHome(), variables: {}, overrides })
  onTestFinished(() => host[Symbol.asyncDispose]())
  const runtime = await host.open({ surface: { source: 'cli' }, workingDirectory: await tempFolder() })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  await host.store.sessions.create({ id: 'chat', source: 'cli', startedAtMs: 1 })
  const { signal } = new AbortController()
  return {
    book: openJobs(host.store, host.config.cron),
    run: async (name: string, args: string) => {
      const command = runtime.commands().find((each) => each.name === name || each.aliases?.includes(name))
      return command?.run(args, { sessionId: 'chat', signal, report: () => undefined })
    },
  }
}

test('shows a blueprint before it is scheduled, and delivers its results to the conversation', async () => {
  const { book, run } = await open()
  expect(await run('bp', '')).toContain('**news-digest**: What is new about a topic')
  expect(await run('blueprint', 'news')).toContain(
    '`/blueprint news-digest topic=<the topic> time=07:30 days=every day`',
  )
  await expect(run('blueprint', 'news-digest ok')).rejects.toThrow(/needs topic/)
  expect(await book.list()).toEqual([])
  expect(await run('blueprint', 'news-digest topic=agent news time=06:15')).toMatch(/Scheduled \*\*news-digest\*\*/)
  expect(await book.list()).toMatchObject([
    {
      name: 'news-digest',
      text: 'every day at 06:15',
      deliver: ['local', 'origin'],
      origin: 'chat',
      createdBy: 'person',
      task: { prompt: expect.stringContaining('what is new about: agent news.') },
    },
  ])
})

test('suggests blueprints that have no job and were not dismissed', async () => {
  const { run } = await open()
  expect(await run('suggest', '')).toContain('/blueprint morning-brief time=08:00 days=every day')
  await run('blueprint', 'morning-brief ok')
  await run('suggestions', 'dismiss weekly-review')
  const left = await run('suggestions', '')
  expect(left).not.toMatch(/morning-brief|weekly-review/)
  expect(left).toContain('/blueprint reminder')
  expect(await run('suggestions', 'accept')).toMatchObject({ type: 'error' })
})
