import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'
import { runCli } from '../../start/run-cli.js'

const cli = cliInHome()

const subscriptions = () => join(cli.home, 'webhook_subscriptions.json')

function writeSkill(name: string): void {
  mkdirSync(join(cli.home, 'skills', name), { recursive: true })
  writeFileSync(join(cli.home, 'skills', name, 'SKILL.md'), `---\nname: ${name}\ndescription: Sorts.\n---\nSort.\n`)
}

test('subscribes a webhook, lists it without its secret, tests and removes it', async () => {
  const added = await cli.hermes(
    'webhook',
    'subscribe',
    'issues',
    'Triage {issue.title}',
    '--signature',
    'github',
    '--events',
    'issues',
    '--json',
  )
  const { url, secret } = JSON.parse(added.out)
  expect(url).toBe('http://127.0.0.1:8642/webhooks/issues')
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(cli.home, 'webhook_subscriptions.json')).mode & 0o077).toBe(0)
  const listed = await cli.hermes('webhook', 'list', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([{ name: 'issues', signature: 'github', toolsets: ['safe'] }])
  expect(listed.out).not.toContain(secret)

  writeFileSync(join(cli.home, 'event.json'), '{"issue":{"title":"Crash"}}')
  expect(await cli.hermes('webhook', 'test', 'issues', 'event.json')).toMatchObject({
    code: 1,
    err: 'The event is not answered. The event has no name, and the route only answers issues.\nName it with --events.\n',
  })
  expect(await cli.hermes('webhook', 'test', 'issues', 'event.json', '--events', 'issues')).toMatchObject({
    code: 0,
    out: 'Triage Crash\n',
    err: expect.stringMatching(
      /^No gateway of this home runs here\. issues:test-\S+ is answered when one does\. Answers go to local\.\n$/,
    ),
  })
  await using store = await openStore(resolveHome({ HERMES_HOME: cli.home }))
  expect(await store.queue?.list({ queue: 'webhooks' })).toHaveLength(1)

  expect((await cli.hermes('webhook', 'remove', 'issues')).code).toBe(0)
  expect(await cli.hermes('webhook', 'remove', 'issues')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no webhook'),
  })
})

test('subscribes a webhook with conditions and with targets for its events', async () => {
  writeSkill('triage')
  writeSkill('git')
  mkdirSync(join(cli.home, 'profiles', 'work'), { recursive: true })
  writeFileSync(join(cli.home, 'profiles', 'work', 'config.yaml'), 'platforms: { telegram: {} }\n')
  expect(await cli.hermes('cron', 'add', 'every 1h', 'Look.', '--name', 'nightly')).toMatchObject({ code: 0 })
  const options = [
    '--filters',
    '[{"path":"action","in":["opened"]}]',
    '--coalesce',
    '{issue.number}',
    '--skills',
    'triage,git',
  ]
  const added = await cli.hermes('webhook', 'subscribe', 'new', '{issue.title}', '--signature', 'github', ...options)
  expect(added).toMatchObject({ code: 0 })
  const nightly = await cli.hermes('webhook', 'subscribe', 'night', 'p', '--cron-job', 'nightly', '--script', 'trim.py')
  expect(nightly).toMatchObject({ code: 0, err: expect.stringContaining('There is no script "trim.py" in ') })
  expect(JSON.parse(readFileSync(join(cli.home, 'webhook_subscriptions.json'), 'utf8'))).toMatchObject({
    new: {
      filters: [{ path: 'action', in: ['opened'] }],
      coalesce: { key: '{issue.number}' },
      skills: ['triage', 'git'],
    },
    night: { cron_job: 'nightly', script: 'trim.py' },
  })
  const places = [
    '--deliver',
    'telegram',
    '--deliver-chat',
    '{chat.id}',
    '--deliver-thread',
    '7',
    '--answer-profile',
    'work',
  ]
  expect(await cli.hermes('webhook', 'subscribe', 'places', 'p', ...places)).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(cli.home, 'webhook_subscriptions.json'), 'utf8'))).toMatchObject({
    places: { deliver: ['telegram'], deliver_extra: { chat_id: '{chat.id}', thread_id: '7' }, profile: 'work' },
  })
  expect(await cli.hermes('webhook', 'subscribe', 'thread', 'p', '--deliver-thread', '7')).toMatchObject({
    code: 2,
    err: expect.stringContaining('name it with --deliver-chat'),
  })
  writeFileSync(join(cli.home, 'closed.json'), '{"action":"closed","issue":{"title":"Crash","number":1}}')
  expect(await cli.hermes('webhook', 'test', 'new', 'closed.json')).toMatchObject({
    code: 1,
    err: expect.stringContaining('not answered'),
  })
})

test('replaces a webhook only on request', async () => {
  const file = join(cli.home, 'webhook_subscriptions.json')
  expect(await cli.hermes('webhook', 'subscribe', 'builds', 'one')).toMatchObject({ code: 0 })
  const before = readFileSync(file, 'utf8')
  expect(await cli.hermes('webhook', 'subscribe', 'builds', 'two')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('--replace'),
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
  const { code, out } = await cli.hermes('webhook', 'subscribe', 'builds', 'two', '--replace', '--json')
  expect(code).toBe(0)
  const { builds } = JSON.parse(readFileSync(file, 'utf8'))
  expect(builds).toMatchObject({ prompt: 'two', secret: JSON.parse(out).secret })
  expect(before).not.toContain(builds.secret)
})

test('stores no secret for a webhook without a signature', async () => {
  const added = await cli.hermes('webhook', 'subscribe', 'local', 'p', '--signature', 'none')
  expect(added).toMatchObject({ code: 0, out: 'URL:     http://127.0.0.1:8642/webhooks/local\n' })
  expect(added.err).toContain('only programs of this machine')
  const stored = JSON.parse(readFileSync(join(cli.home, 'webhook_subscriptions.json'), 'utf8'))
  expect(stored.local).toMatchObject({ signature: 'none' })
  expect(stored.local).not.toHaveProperty('secret')
  const asked = await cli.hermes('webhook', 'subscribe', 'other', 'p', '--signature', 'none', '--ask-secret')
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('leave out --ask-secret') })
})

test('parses lists separated by commas, and delivers an event without an agent', async () => {
  writeFileSync(join(cli.home, 'config.yaml'), 'platforms: { telegram: { home_chat: "1" } }\n')
  const options = ['--events', 'push, issues,', '--deliver', 'telegram,local', '--model', 'small', '--deliver-only']
  expect(await cli.hermes('webhook', 'subscribe', 'told', '{text}', ...options)).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(cli.home, 'webhook_subscriptions.json'), 'utf8'))).toMatchObject({
    told: { events: ['push', 'issues'], deliver: ['telegram', 'local'], model: 'small', deliver_only: true },
  })
})

test('rejects a reference to a variable as the secret of a sender', async () => {
  const stdin = Readable.from([`\${HOOK_SECRET}\n`])
  const stderr = new PassThrough({ encoding: 'utf8' })
  const io = { stdin, stdout: new PassThrough(), stderr, env: { HERMES_HOME: cli.home }, workingDirectory: cli.home }
  expect(await runCli(['webhook', 'subscribe', 'issues', 'p', '--ask-secret'], { io })).toBe(2)
  expect(String(stderr.read())).toContain(`The secret contains \${HOOK_SECRET}, which anyone could send`)
  expect(existsSync(join(cli.home, 'webhook_subscriptions.json'))).toBe(false)
})

test.each(['', 'nonsense', '{}', '[{"pathh":"a"}]'])('rejects invalid filters: %j', async (filters) => {
  expect(await cli.hermes('webhook', 'subscribe', 'new', 'p', '--filters', filters)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--filters is no JSON list of filters'),
  })
})

test('rejects a webhook that both delivers its prompt and runs a job', async () => {
  expect(await cli.hermes('webhook', 'subscribe', 'new', 'p', '--deliver-only', '--cron-job', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('leave out one of them'),
  })
})

test('takes the chat of an answer from the event', async () => {
  writeFileSync(join(cli.home, 'config.yaml'), 'platforms: { telegram: {} }\n')
  const options = ['--deliver', 'telegram', '--deliver-chat', '{chat.id}']
  expect(await cli.hermes('webhook', 'subscribe', 'new', 'p', ...options)).toMatchObject({ code: 0 })
  expect(await cli.hermes('webhook', 'test', 'new', '/nowhere/event.json')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no file /nowhere/event.json.'),
  })
})

test.each([
  ['a name that is no part of an address', ['../x', 'p'], 'is no name'],
  ['a webhook of the settings', ['fixed', 'p'], 'The settings have a webhook "fixed"'],
])('rejects %s', async (_, args, message) => {
  writeFileSync(join(cli.home, 'config.yaml'), 'webhooks: { fixed: { prompt: x } }\n')
  expect(await cli.hermes('webhook', 'subscribe', ...args)).toMatchObject({
    code: 1,
    err: expect.stringContaining(message),
  })
})

test.each([
  ['a chat network', ['--deliver', 'telegrm:1'], 'no chat network "telegrm": did you mean "telegram"?'],
  ['a network that is not set up', ['--deliver', 'xmpp:1'], 'choose one of local, telegram, or'],
  ['a network without a chat', ['--deliver', 'telegram'], 'set platforms.telegram.home_chat'],
  ['a place that only jobs have', ['--deliver', 'origin'], 'no chat network "origin"'],
  ['a script', ['--script', '../trim.py'], '"../trim.py" is no script'],
  ['a skill', ['--skills', 'triag'], 'There is no skill "triag". Did you mean `triage`?'],
  ['a job', ['--cron-job', 'nightly'], 'There is no job "nightly".'],
  ['a profile', ['--answer-profile', 'work'], 'There is no profile "work".'],
  ['an expression', ['--filters', '[{"any":[{"path":"a","regex":"(?=b)"}]}]'], 'is no pattern of RE2'],
  ['a file', ['--filters', '[{"not":{"path":"a","in_file":"../../etc/passwd"}}]'], 'is not in the home'],
  ['a chat', ['--deliver', 'telegram', '--deliver-chat', 'abc'], '"abc" is no chat of Telegram'],
])('rejects %s that cannot work', async (_, options, refusal) => {
  writeFileSync(join(cli.home, 'config.yaml'), 'platforms: { telegram: {} }\n')
  writeSkill('triage')
  const refused = await cli.hermes('webhook', 'subscribe', 'issues', 'p', ...options)
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(refusal) })
  expect(existsSync(subscriptions())).toBe(false)
})
