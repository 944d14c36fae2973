import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()

test('lists a blueprint with its values, and schedules it', async () => {
  expect((await cli.hermes('cron', 'blueprints')).out).toMatch(/^news-digest {2}.*topic=<the topic> time=07:30/m)
  writeFileSync(join(cli.home, 'config.yaml'), 'platforms: { telegram: { home_chat: "1" } }\n')
  const added = await cli.hermes(
    'cron',
    'blueprint',
    'news-digest',
    'topic=agent news',
    'time=06:15',
    '--deliver',
    'local,telegram',
    '--json',
  )
  expect(JSON.parse(added.out)).toMatchObject({
    name: 'news-digest',
    schedule: 'every day at 06:15',
    deliver: ['local', 'telegram'],
  })
  expect(await cli.hermes('cron', 'blueprint', 'news-digest')).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs topic'),
  })
})
