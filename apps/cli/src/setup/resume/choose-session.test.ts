import { PassThrough } from 'node:stream'
import { createMemoryStore } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { chooseSession } from './choose-session.js'
import { rememberSession } from './terminal-sessions.js'

const place = (env: Record<string, string>, workingDirectory: string) => ({
  t: english,
  env,
  workingDirectory,
  stdin: Object.assign(new PassThrough(), { isTTY: true }),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
})
const pane = (id: string, folder = '/a') => place({ TMUX: '/tmp/tmux-0/default,1,0', TMUX_PANE: id }, folder)

test('resumes the newest session of the folder with -r latest, and reports when there is none', async () => {
  const store = createMemoryStore()
  const sessions = [
    ['one', '/a'],
    ['two', '/b'],
  ] as const
  for (const [id, workingDirectory] of sessions) {
    await store.sessions.create({ id, source: 'cli', startedAtMs: id === 'one' ? 1 : 2, workingDirectory })
  }
  const latest = (folder: string) => chooseSession(store, { resume: 'latest' }, pane('%1', folder))
  expect((await latest('/a'))?.id).toBe('one')
  expect((await latest('/b'))?.id).toBe('two')
  await expect(latest('/c')).rejects.toMatchObject({
    kind: 'not-found',
    message: expect.stringMatching(/^No session was held in \/c: -c continues the newest one of any folder/),
  })
  await store.sessions.update('one', { title: 'latest' })
  expect((await latest('/c'))?.id).toBe('one')
})

test('continues with -c the session of this terminal, then the newest of the folder, then the newest', async () => {
  const store = createMemoryStore()
  for (const [id, folder, startedAtMs] of [
    ['one', '/a', 1],
    ['two', '/a', 2],
    ['three', '/b', 3],
  ] as const) {
    await store.sessions.create({ id, source: 'cli', startedAtMs, workingDirectory: folder })
  }
  const continued = async (where: ReturnType<typeof pane>) => (await chooseSession(store, { continue: '' }, where))?.id
  expect(await continued(pane('%1'))).toBe('two')
  await rememberSession(store, pane('%1'), 'one')
  expect(await continued(pane('%1'))).toBe('one')
  expect(await continued(pane('%2'))).toBe('two')
  expect(await continued(pane('%1', '/b'))).toBe('three')
  expect(await continued(pane('%1', '/c'))).toBe('three')
  await store.sessions.delete('one')
  expect(await continued(pane('%1'))).toBe('two')
})
