import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClawConfig, writeTree } from '../../../../../testing/openclaw-home.js'
import { openClawJobs } from '../../../../../testing/openclaw-jobs.js'
import { runCli } from '../../../../start/run-cli.js'

let folder: string
let home: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-import-jobs-'))
  home = join(folder, 'home')
  await writeTree(folder, { '.openclaw/openclaw.json': openClawConfig, '.openclaw/cron/jobs.json': openClawJobs })
  await writeTree(home, { '.env': 'TELEGRAM_BOT_TOKEN=123456:abc\nANTHROPIC_API_KEY=a-key\nBAKERY_API_KEY=b-key\n' })
})
afterEach(() => rm(folder, { recursive: true }))

async function hermes(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const env = { HERMES_HOME: home, HOME: folder }
  const code = await runCli(args, { io: { stdin: new PassThrough(), stdout, stderr, env, workingDirectory: folder } })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function imported(...args: string[]) {
  const { out, err } = await hermes('import-agent', 'openclaw', '--json', ...args)
  expect(err).toBe('')
  return JSON.parse(out)
}

async function jobs() {
  return JSON.parse((await hermes('cron', 'list', '--all', '--json')).out)
}

test('adds jobs with their schedules and targets, and pauses jobs without a target', async () => {
  const { jobs: report, reasons } = await imported()
  expect(report).toEqual({
    added: ['Morning brief', 'Oven', 'Stock', 'Off'],
    unchanged: [],
    refused: ['Never', 'Thief'],
  })
  expect(await jobs()).toMatchObject([
    {
      name: 'Morning brief',
      state: 'active',
      schedule: '0 7 * * 1-5',
      task: { prompt: 'What is new?', model: 'dough-7b', provider: 'bakery', reasoning: 'low' },
      deliver: ['telegram:-1001234567890:99'],
    },
    { name: 'Oven', state: 'active', schedule: 'every 90m', deliver: ['local'] },
    { name: 'Stock', state: 'paused', deliver: ['local'] },
    { name: 'Off', state: 'paused', deliver: ['telegram'] },
  ])
  const said = reasons.map(({ reason }: { reason: string }) => reason).join('\n')
  expect(said).toContain('The job Stock is paused, because its results have nowhere to go')
  expect(said).toContain('The job Never is not imported')
})

test('finds the same jobs in a dry run, and adds none', async () => {
  const planned = await imported('--dry-run')
  expect(await jobs()).toEqual([])
  const done = await imported()
  expect(done.jobs).toEqual(planned.jobs)
  expect(done.reasons).toEqual(planned.reasons)
})

test('adds no jobs in a second import, not even one that was paused in the meantime', async () => {
  await imported()
  await hermes('cron', 'pause', 'Oven')
  const { jobs: again, backup } = await imported()
  expect(again.added).toEqual([])
  expect(again.unchanged).toHaveLength(4)
  expect(backup).toBeNull()
  expect(await jobs()).toHaveLength(4)
})

test('adds only the jobs of the named agent', async () => {
  expect((await imported('--agent', 'work')).jobs.added).toEqual(['Work'])
})

test('reports an invalid list of jobs before anything changes', async () => {
  await writeTree(folder, { '.openclaw/cron/jobs.json': '{ "jobs": [' })
  const { code, err } = await hermes('import-agent', 'openclaw')
  expect(code).toBe(1)
  expect(err).toContain('jobs.json cannot be read (line 1')
  expect((await hermes('config', 'get', 'model.default')).out.trim()).toBe('')
})
