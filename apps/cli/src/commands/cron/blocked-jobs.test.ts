import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()

test('shows a job as blocked before it is due when its provider has no key', async () => {
  const added = await cli.hermes(
    'cron',
    'add',
    'every 1h',
    'Look.',
    '--name',
    'look',
    '--provider',
    'anthropic',
    '--reasoning',
    'high',
    '--json',
  )
  const job = JSON.parse(added.out)
  expect(job).toMatchObject({
    state: 'blocked_config',
    blocked_for: expect.stringContaining('ANTHROPIC_API_KEY'),
    task: { provider: 'anthropic', reasoning: 'high' },
  })
  for (const command of ['list', 'status']) {
    const { out } = await cli.hermes('cron', command)
    expect(out, command).toMatch(/blocked_config.*ANTHROPIC_API_KEY/)
  }
  expect((await cli.hermes('cron', 'why', 'look')).out).toMatch(/blocked_config.*ANTHROPIC_API_KEY/)
  await cli.hermes('cron', 'pause', 'look')
  expect((await cli.hermes('cron', 'why', 'look')).out).not.toContain('blocked_config')
})
