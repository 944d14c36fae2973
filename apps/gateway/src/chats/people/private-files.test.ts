import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

const patient = { timeout: 20_000 }
const secret = 'a word of the owner'
const document = { id: 'file', kind: 'document', name: 'plan.txt', mediaType: 'text/plain' } as const

/** A message `tool {"argument": ...}` makes the agent call this tool, and the answer is the result of the tool. */
function script(body: object) {
  const { role, content } = Object(Object(body).messages).at(-1)
  const said = typeof content === 'string' ? content : Object(content)[0].text
  const [, name, args] = /^(\w+) (\{.*\})$/s.exec(said) ?? []
  return role === 'tool' || name === undefined || args === undefined ? text('Done.') : call(name, JSON.parse(args))
}

async function serveFiles() {
  const home = temporaryHome()
  const served = await serveChats({
    home,
    workingDirectory: temporaryHome(),
    platforms: { net: { owners: ['olga'], admins: ['ada'], allow_from: ['bob', 'carl'] } },
    script,
  })
  const { network, provider, shown } = served
  for (const name of ['cron/output/job/now.md', 'logs/notes.log', 'skills/one/notes.md', 'workspace/shared.md']) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), secret)
  }

  async function say(id: string, message: { readonly text: string; readonly attachments?: [typeof document] }) {
    // Answers are counted, because lines about tools are removed once the answer is there.
    const answers = () => shown().filter((each) => each === 'Done.').length
    const before = answers()
    network().say({ ...message, sender: { id }, chatId: id })
    await expect.poll(answers, patient).toBe(before + 1)
    return String(Object(Object(provider.requests.at(-1)?.body).messages).at(-1).content)
  }
  const use = (id: string, tool: string, args: object) => say(id, { text: `${tool} ${JSON.stringify(args)}` })
  return { ...served, home, say, use }
}

test('only conversations of the owner read what the home stores about the owner and others', async () => {
  const { home, use } = await serveFiles()
  for (const name of ['cron/output/job/now.md', 'logs/notes.log']) {
    const path = join(home, name)
    for (const id of ['bob', 'ada']) {
      expect(await use(id, 'read_file', { path }), id).toMatch(/which its owner reads/)
      expect(await use(id, 'search_files', { pattern: 'word', path: dirname(path) }), id).not.toContain(secret)
    }
    expect(await use('olga', 'read_file', { path })).toContain(secret)
  }
  for (const name of ['skills/one/notes.md', 'workspace/shared.md']) {
    expect(await use('bob', 'read_file', { path: join(home, name) }), name).toContain(secret)
  }
})

test('a file that is sent to the agent is readable in that conversation only', async () => {
  const { home, say, use, runtime } = await serveFiles()
  await say('bob', { text: 'a plan', attachments: [document] })
  const [folder = ''] = readdirSync(join(home, 'cache/received'))
  const [message = ''] = readdirSync(join(home, 'cache/received', folder))
  const path = join(home, 'cache/received', folder, message, 'plan.txt')
  const content = 'content of file'
  expect(await use('bob', 'read_file', { path })).toContain(content)
  for (const id of ['carl', 'olga']) {
    expect(await use(id, 'read_file', { path }), id).toMatch(/it belongs to another conversation/)
  }
  if (runtime.environment.isolation !== 'sandbox') return
  const command = `find ${join(home, 'cache')} -type f; cat ${path}`
  expect(await use('bob', 'terminal', { command })).toMatch(new RegExp(`${path}.*${content}`, 's'))
  const ofCarl = await use('carl', 'terminal', { command })
  expect(ofCarl).not.toContain(content)
  expect(ofCarl).toMatch(/No such file/)
})
