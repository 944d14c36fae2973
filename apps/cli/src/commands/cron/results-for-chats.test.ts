import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()

test('leaves the result of cron run for a chat to the gateway, and says so', async () => {
  await writeFile(join(cli.home, 'config.yaml'), 'platforms: { telegram: { token: made-up } }\n')
  await mkdir(join(cli.home, 'scripts'))
  await writeFile(join(cli.home, 'scripts', 'disk.sh'), 'echo 91 %\n')
  await cli.hermes('cron', 'add', 'every 1h', '--script', 'disk.sh', '--name', 'disk', '--deliver', 'telegram:7')
  const { code, out, err } = await cli.hermes('cron', 'run', 'disk')
  expect([code, out]).toEqual([0, '91 %\n'])
  expect(err).toContain('The delivery to telegram:7 is waiting (telegram:7).')
  expect(err).toContain('No gateway of this home runs here. The message is sent when one does.')
  await using store = await openStore(resolveHome({ HERMES_HOME: cli.home }))
  expect(await store.queue?.list({ queue: 'chat-job-messages' })).toMatchObject([{ lane: 'telegram::7:' }])
})
