import { writeFile } from 'node:fs/promises'
import type { ConfigInput } from '@hermes/runtime'
import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const settings = { approvals: { mode: 'off' as const }, terminal: { sandbox: 'off' as const, max_wakes: 0 } }
const platforms = { net: { admins: ['ada'], tool_progress: 'off' as const, stream: false } }
type Mode = NonNullable<NonNullable<ConfigInput['display']>['background_process_notifications']>

/** Starts a background process that waits until the test lets it end. */
const inBackground = (end: string, more = {}) =>
  call('terminal', {
    command: `folder="$(pwd)"; until [ -e "$folder/go" ]; do sleep 0.05; done; echo working; ${end}`,
    background: true,
    ...more,
  })

async function serveProcess(end: string, mode: Mode, more = {}) {
  const chats = await serveChats({
    platforms,
    networks: new Map([['net', createScriptedNetwork({ limits: { text: { max: 4000, unit: 'utf16' } } })]]),
    script: [inBackground(end, more), text('It runs.'), text('Hi.')],
    settings: { ...settings, display: { background_process_notifications: mode } },
  })
  chats.network().say({ text: 'build it', chatId: 'team', threadId: '7' })
  await expect.poll(() => chats.shown(), patient).toEqual(['It runs.'])
  return { ...chats, letEnd: () => writeFile(`${chats.home}/go`, '') }
}

test('a chat is told once about a process that ends after its turn, with its last lines', async () => {
  const { network, shown, letEnd, stop, start } = await serveProcess('exit 3', 'result')
  await letEnd()
  await expect.poll(() => shown().length, patient).toBe(2)
  expect(shown()[1]).toMatch(/^⚠️ A background process ended with exit code 3: `folder=.*…`\n\n```\nworking\n.*```$/s)
  expect(network().shown[1]).toMatchObject({ chatId: 'team', threadId: '7' })
  await stop()
  await start()
  network().say({ text: 'hello' })
  await expect.poll(() => shown().slice(2), patient).toEqual(['Hi.'])
})

test('the setting decides what is told, and how much', async () => {
  const failing = await serveProcess('exit 3', 'error')
  const quiet = await serveProcess('true', 'error')
  const short = await serveProcess('true', 'concise')
  const watched = await serveProcess('sleep 30', 'all', { watch_patterns: ['/^work/'] })
  const unwatched = await serveProcess('true', 'result', { watch_patterns: ['/^work/'] })
  const all = [failing, quiet, short, watched, unwatched]
  await Promise.all(all.map(({ letEnd }) => letEnd()))
  await expect.poll(() => failing.shown()[1], patient).toMatch(/exit code 3/)
  await expect
    .poll(() => short.shown()[1], patient)
    .toMatch(/^✅ A background process ended with exit code 0: `[^`]*`$/)
  await expect.poll(() => watched.shown()[1], patient).toMatch(/^🔔 Process says "working"/)
  await expect.poll(() => unwatched.shown()[1], patient).toMatch(/^✅/)
  quiet.network().say({ text: 'hello', chatId: 'team', threadId: '7' })
  await expect.poll(() => quiet.shown().slice(1), patient).toEqual(['Hi.'])
})

test('the next gateway tells of a process that ended together with the gateway', async () => {
  const { shown, stop, start } = await serveProcess('true', 'result')
  await stop()
  await start()
  await expect.poll(() => shown()[1], patient).toMatch(/^⚠️ A background process was ended together with the gateway/)
  const again = await start()
  await again.stop()
  expect(shown()).toHaveLength(2)
})

test('an end that the model has read during its turn is not reported', async () => {
  const wait = (request: unknown) => {
    const last = Object(request).messages.at(-1)
    const [, id = ''] = /(proc_\w+)/.exec(String(last.content)) ?? []
    return call('process', { action: 'wait', session_id: id })
  }
  let step = 0
  const { network, shown, home } = await serveChats({
    platforms,
    settings,
    script: (request) => {
      step += 1
      return step === 1 ? inBackground('true') : step === 2 ? wait(request) : text(step === 3 ? 'It has ended.' : 'Hi.')
    },
  })
  await writeFile(`${home}/go`, '')
  network().say({ text: 'build it' })
  await expect.poll(() => shown(), patient).toEqual(['It has ended.'])
  network().say({ text: 'hello' })
  await expect.poll(() => shown(), patient).toEqual(['It has ended.', 'Hi.'])
})
