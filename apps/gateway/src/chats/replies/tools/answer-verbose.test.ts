import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'
import { temporaryHome } from '../../../../testing/serve-home.js'

async function open(tool_progress_command: boolean) {
  const home = temporaryHome()
  writeFileSync(
    join(home, 'config.yaml'),
    'platforms: { net: { use: "@example/net", admins: [ada], allow_from: [bob], tool_progress: all } }\n',
  )
  const chats = await serveChats({
    platforms: {},
    networks: new Map([['net', createScriptedNetwork()]]),
    settings: { display: { tool_progress_command } },
    readsFile: true,
    home,
    script: () => text('Hi.'),
  })
  const told = async (line: string, id: string, answer: RegExp) => {
    const seen = chats.shown().length
    chats.network().say({ text: line, sender: { id }, chatId: id })
    await expect.poll(() => chats.shown().slice(seen).join('\n')).toMatch(answer)
  }
  return { told, settings: () => readFileSync(join(home, 'config.yaml'), 'utf8') }
}

test('an administrator sets with /verbose what the chats of a network see of tools', async () => {
  const { told, settings } = await open(true)
  await told('/verbose', 'bob', /needs the role "admin"/)
  await told('/verbose loud', 'ada', /^The levels are off, new, all, verbose\.$/)
  await told('/verbose', 'ada', /^verbose: chats of net see/)
  expect(settings()).toContain('tool_progress: verbose')
  await told('/verbose new', 'ada', /^new: chats of net see the names of tools\.$/)
  expect(settings()).toContain('tool_progress: new')
  await told('/help', 'ada', /\/verbose/)
})

test('there is no /verbose unless the settings say so', async () => {
  const { told, settings } = await open(false)
  await told('/verbose', 'ada', /no command/)
  expect(settings()).toContain('tool_progress: all')
})
