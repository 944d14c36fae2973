import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

const patient = { timeout: 15_000 }

/** The model never finishes `task`. */
const open = () =>
  serveChats({
    script: (body) => (JSON.stringify(Object(body).messages.at(-1)).includes('task') ? hang() : text('Hello.')),
  })

test.each(['/bg task', '/review task'])('/stop ends what %s before it began, in one batch', async (command) => {
  const { network, shown, start, stop } = await open()
  network().say({ text: 'hello' })
  await expect.poll(() => shown(), patient).toEqual(['Hello.'])
  await stop()
  network().say({ text: command })
  network().say({ text: '/stop' })
  await start()
  await expect.poll(() => shown(), patient).toContain('1 background session was ended.')
  const ended = command.startsWith('/bg') ? /was interrupted: The user stopped it/ : /did not end with an answer/
  await expect.poll(() => shown(), patient).toContainEqual(expect.stringMatching(ended))
})

test('/stop ends the background sessions of its conversation, even after a restart', async () => {
  const { network, shown, start, stop, provider } = await open()
  network().say({ text: '/bg the task' })
  network().say({ text: '/bg another task' })
  await expect.poll(() => provider.requests.length, patient).toBe(2)
  await stop()
  await start()
  await expect.poll(() => provider.requests.length, patient).toBe(4)
  network().say({ text: '/stop' })
  await expect.poll(() => shown(), patient).toContain('2 background sessions were ended.')
  network().say({ text: '/stop' })
  await expect.poll(() => shown(), patient).toContain('Nothing runs.')
})

test('/stop waits for a command of a plugin that starts work', async () => {
  const home = temporaryHome()
  const plugin = `import { setTimeout as sleep } from 'node:timers/promises'
const commands = [
  { name: 'watch', description: 'watch', beginsWork: true, run: () => sleep(300, 'It watches.') },
  { name: 'look', description: 'look', run: () => sleep(300, 'It looked.') },
]
export default {
  kind: 'plugin',
  id: 'watching',
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: () => ({ name: 'watching', commands }),
}`
  await writeFile(join(home, 'plugin.mjs'), plugin)
  const { network, shown } = await serveChats({ home, script: [], settings: { plugins: [{ use: './plugin.mjs' }] } })
  for (const line of ['/watch', '/stop']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toEqual(['It watches.', 'Nothing runs.'])
  for (const line of ['/look', '/stop']) network().say({ text: line })
  await expect.poll(() => shown().slice(2), patient).toEqual(['Nothing runs.', 'It looked.'])
})
