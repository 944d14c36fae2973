import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text as answer, startFakeProvider } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const units = ['SOUL.md', 'memories', 'plugins', 'skills', 'profiles/work/skills']

/** Makes all files in the home contain the same word. */
function fill(word: string): void {
  for (const unit of units) {
    const path = join(sandbox.home, unit)
    rmSync(path, { recursive: true, force: true })
    if (unit.endsWith('.md')) {
      sandbox.writeHome(unit, word)
      continue
    }
    mkdirSync(path, { recursive: true })
    for (let number = 0; number < 20; number++) writeFileSync(join(path, `${number}.md`), `${word} `.repeat(2000))
  }
}

/** Returns the words in the Markdown files of the home. */
function words(): readonly string[] {
  const filesOf = (unit: string): readonly string[] =>
    unit.endsWith('.md')
      ? [unit]
      : globSync('**/*.md', { cwd: join(sandbox.home, unit) }).map((file) => join(unit, file))
  const contents = units.flatMap(filesOf).map((file) => readFileSync(join(sandbox.home, file), 'utf8'))
  return [...new Set(contents.map((content) => content.split(' ')[0] ?? ''))]
}

async function titles(): Promise<readonly string[]> {
  const { stdout } = await sandbox.run(['sessions', 'list', '--json'])
  return (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title).toSorted()
}

async function addSession(baseUrl: string, title: string): Promise<void> {
  await sandbox.run(['-z', 'hi', ...provider(baseUrl)])
  await sandbox.run(['sessions', 'rename', 'latest', title])
}

test('leaves the old or the new home after a killed restore, with readable sessions', {
  timeout: 240_000,
}, async () => {
  await using fake = await startFakeProvider({ script: () => answer('ok') })
  const archive = join(sandbox.workspace, 'backup.zip')
  fill('old')
  await addSession(fake.baseUrl, 'old')
  expect((await sandbox.run(['backup', archive])).code).toBe(0)

  const startedAt = performance.now()
  expect((await sandbox.run(['import', archive, '--yes'])).code).toBe(0)
  const duration = performance.now() - startedAt
  for (let round = 0; round < 8; round++) {
    fill('new')
    if (!(await titles()).includes('new')) await addSession(fake.baseUrl, 'new')
    const restore = sandbox.start(['import', archive, '--yes'])
    // Most of the time passes before the program starts, so the kills are spread over the rest.
    await sleep(duration * (0.4 + (0.6 * round) / 8))
    restore.process.kill('SIGKILL')
    await restore.ended
    // Any command completes an interrupted restore.
    const [found, said] = [await titles(), words()]
    expect([['old'], ['new']]).toContainEqual(said)
    expect(found).toEqual(said[0] === 'old' ? ['old'] : ['new', 'old'])
    expect(readdirSync(sandbox.home)).not.toContain('.restore')
  }
})

test('aborts a backup on Ctrl+C without leaving anything behind', { timeout: 120_000 }, async () => {
  for (let number = 0; number < 40; number++) sandbox.writeHome(`${number}.md`, 'x'.repeat(2_000_000))
  const backup = sandbox.start(['backup', 'here.zip'])
  await expect
    .poll(() => readdirSync(sandbox.workspace).some((name) => name.endsWith('.part')), { timeout: 30_000 })
    .toBe(true)
  backup.process.kill('SIGINT')
  expect(await backup.ended).toMatchObject({ code: 130, stderr: expect.stringContaining('nothing was changed') })
  expect(readdirSync(sandbox.workspace)).toEqual([])
})

test('transfers sessions between homes in a file', { timeout: 120_000 }, async () => {
  await using fake = await startFakeProvider({ script: () => answer('The kettle is blue.') })
  await addSession(fake.baseUrl, 'Tea')
  await sandbox.run(['sessions', 'export', '--all', '-o', 'all.jsonl'])
  const env = { HERMES_HOME: join(sandbox.workspace, 'other') }
  const read = () => sandbox.run(['sessions', 'import', 'all.jsonl', '--json'], { env })
  const [first, second] = [await read(), await read()]
  expect(JSON.parse(first.stdout)).toMatchObject({ added: [expect.any(String)], unchanged: [], problems: [] })
  expect(JSON.parse(second.stdout)).toMatchObject({ added: [], unchanged: [expect.any(String)] })
  await sandbox.run(['-r', 'Tea', '-z', 'and now?', ...provider(fake.baseUrl)], { env })
  expect(JSON.stringify(fake.requests.at(-1)?.body.messages)).toMatch(/hi.*kettle is blue.*and now/)
  writeFileSync(join(sandbox.workspace, 'broken.jsonl'), '{"id":\n')
  expect(await sandbox.run(['sessions', 'import', 'broken.jsonl'], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('broken.jsonl:1: it is not JSON'),
  })
})
