import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const add = (name: string, ...options: readonly string[]) =>
  cli.hermes('cron', 'add', 'every 1h', 'Look.', '--name', name, ...options)
const edit = (...options: readonly string[]) => cli.hermes('cron', 'edit', 'disk', ...options)
const show = async () => JSON.parse((await cli.hermes('cron', 'why', 'disk', '--json')).out)

test('removes what options have set with --clear', async () => {
  await add('news')
  const options = ['--script', 'x.sh', '--workdir', '/tmp', '--repeat', '3', '--skip-missed', '--one-conversation']
  await add('disk', ...options, '--context-from', 'news', '--deliver', 'all')
  const names = 'script,workdir,repeat,skip-missed,--one-conversation, context-from,deliver'
  expect(await edit('--clear', names)).toMatchObject({ code: 0 })
  expect(await show()).toMatchObject({ task: { prompt: 'Look.' }, repeat: null, deliver: ['local'] })
  expect(Object.keys((await show()).task)).toEqual(['prompt'])
  expect(await edit('--clear', 'prompt')).toMatchObject({ code: 2, err: expect.stringContaining('and not "prompt"') })
})

test.each([
  [['--name', ''], 2, '--name is empty'],
  [['--workdir', ' '], 2, '--workdir is empty'],
  [['--deliver', ''], 2, '--deliver is empty'],
  [[], 2, 'There is nothing to change'],
  [['--context-from', 'disk'], 1, 'cannot begin with its own result'],
])('rejects an edit with %j', async (options, code, message) => {
  await add('disk')
  const before = await show()
  expect(await edit(...options)).toMatchObject({ code, out: '', err: expect.stringContaining(message) })
  expect(await show()).toEqual(before)
})

test('does not resume a completed job', async () => {
  await writeFile(join(cli.home, 'config.yaml'), '{}\n')
  await cli.hermes('cron', 'add', 'every 1h', '--script', 'none.sh', '--name', 'disk', '--repeat', '1')
  await cli.hermes('cron', 'run', 'disk')
  expect(await cli.hermes('cron', 'resume', 'disk')).toMatchObject({
    code: 1,
    err: expect.stringContaining('"disk" is done: give it a new schedule'),
  })
})

test('names the jobs that use the result of a removed job', async () => {
  await add('disk')
  await add('report', '--context-from', 'disk')
  expect(await cli.hermes('cron', 'remove', 'disk')).toMatchObject({
    code: 0,
    err: expect.stringMatching(
      /^"report" adds its result to the prompt and fails without it: hermes cron edit \w+ --clear context-from\n$/,
    ),
  })
})

test('warns that a cost limit has no effect', async () => {
  const model = 'model: { provider: custom, base_url: "http://127.0.0.1:9/v1", default: home-made }\n'
  await writeFile(join(cli.home, 'config.yaml'), model)
  const why = '--max-cost does not limit "home-made", because its price is unknown'
  expect((await add('disk', '--max-cost', '0.5')).err).toContain(why)
  expect((await edit('--repeat', '2')).err).toContain(why)
  expect((await edit('--clear', 'max-cost')).err).not.toContain(why)
})

test('confirms an added or changed schedule as it was understood', async () => {
  const added = await cli.hermes('cron', 'add', '每周一9点', 'Look.', '--name', 'disk', '--timezone', 'Asia/Shanghai')
  expect(added.out).toMatch(/^Due every Monday at 09:00: (?:\d{4}-\d\d-\d\d 09:00:00 Asia\/Shanghai(?:, )?){3}\n/m)
  expect((await edit('--every', 'every evening at 8')).out).toMatch(/^Due every day at 20:00: /m)
  expect(await edit('--every', 'every sunday')).toMatchObject({
    code: 1,
    err: expect.stringContaining('names no time'),
  })
})
