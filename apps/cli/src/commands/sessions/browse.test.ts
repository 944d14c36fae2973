import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../start/run-cli.js'

// Each command opens its own store, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-browse-'))
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  for (const [index, [id, said]] of [
    ['Tea', 'the water boils'],
    ['Coffee', 'grind the beans'],
    ['Cake', 'beat the eggs'],
  ].entries()) {
    await store.sessions.create({ id: `id-${id}`, source: 'cli', title: String(id), startedAtMs: index })
    await store.messages.append(`id-${id}`, [{ message: { role: 'user', content: String(said) }, timestampMs: index }])
  }
})
afterEach(() => rm(home, { recursive: true }))

/** Opens a browser in a terminal as the program sees it. */
function openBrowser(args: readonly string[] = []) {
  const tty = { isTTY: true, columns: 80, rows: 24 }
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  let written = ''
  stdout.on('data', (text: string) => {
    written += text
  })
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home, NO_COLOR: '1' }, workingDirectory: home }
  const ended = runCli(['sessions', 'browse', ...args], { io })
  /** Returns the current content of the screen. */
  const screen = () => (written.split('\u001b[H').at(-1) ?? '').replaceAll('\u001b[K', '')
  const shows = (pattern: RegExp) => expect.poll(screen, { timeout: 20_000, interval: 5 }).toMatch(pattern)
  const type = (keys: string) => stdin.write(keys)
  return { type, shows, screen, ended, written: () => written }
}

const down = '\u001b[B'

test('finds a session by its messages, then renames, archives and deletes it', async () => {
  const { type, shows, ended, screen, written } = openBrowser()
  await shows(/❯ Cake [\s\S]* {2}Coffee [\s\S]* {2}Tea /)
  await shows(/beat the eggs/)
  type('boil')
  await shows(/Sessions 1 of 3[\s\S]*❯ Tea [\s\S]*… the water boils/)
  type(`${down}r`)
  await shows(/Title: Tea/)
  type('\u0015Tea time\r')
  await shows(/❯ Tea time [\s\S]*It is now "Tea time"\./)
  type('a')
  await shows(/\(archived\) Tea time/)
  type('e')
  await shows(/id-Tea\.md/)
  type('\r')
  await shows(/Written: .*id-Tea\.md/)
  type('d')
  await shows(/Delete "Tea time" and its 1 message permanently\? \[y\/N\]/)
  type('y')
  await shows(/Sessions 0 of 2[\s\S]*No session matches/)
  type('\u0003')
  expect(await ended).toBe(0)
  expect(written()).toContain('\u001b[?1049h')
  expect(written().split('\u001b[?1049l')).toHaveLength(2)
  expect(screen()).not.toContain('\u001b[1m')
  expect(await readFile(join(home, 'id-Tea.md'), 'utf8')).toContain('the water boils')
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  expect((await store.sessions.find()).map(({ title }) => title)).toEqual(['Cake', 'Coffee'])
})

test('rejects a taken title in the last row and continues', async () => {
  const { type, shows, ended } = openBrowser()
  await shows(/❯ Cake/)
  type('\tr')
  await shows(/Title: Cake/)
  type('\u0015Tea\r')
  await shows(/Another session has the title "Tea"/)
  type('q')
  expect(await ended).toBe(0)
})

test('prints the list without a terminal', async () => {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const io = {
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    env: { HERMES_HOME: home },
    workingDirectory: home,
  }
  expect(await runCli(['sessions', 'browse'], { io })).toBe(0)
  expect(String(stdout.read())).toMatch(/^id-Cake .*Cake\nid-Coffee .*\nid-Tea .*\n$/)
})
