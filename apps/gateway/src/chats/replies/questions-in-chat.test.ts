import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

async function askOn(network: ReturnType<typeof createScriptedNetwork>) {
  const ask = call('clarify', { question: 'Which colour?', choices: ['red', 'green'] })
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], tool_progress: 'off', stream: false } },
    networks: new Map([['net', network]]),
    script: [ask, ask, text('Painted.')],
  })
  network.say({ text: 'paint it' })
  await expect.poll(() => network.shown, patient).toHaveLength(1)
  return chats
}

test('a question that is asked again after a restart is shown again', async () => {
  const network = createScriptedNetwork()
  const { stop, start } = await askOn(network)
  await stop()
  await start()
  await expect.poll(() => network.shown, patient).toHaveLength(2)
  expect(network.shown.map(({ buttons }) => buttons?.length)).toEqual([0, 2])
  network.say({ text: 'green' })
  await expect.poll(() => network.shown.at(-1)?.text, patient).toBe('Painted.')
})
