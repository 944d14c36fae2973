import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'
import { temporaryHome } from '../../../../testing/serve-home.js'

const patient = { timeout: 10_000 }

function repository(): string {
  const folder = temporaryHome()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args])
  writeFileSync(join(folder, 'notes.txt'), 'old\n')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  return folder
}

test('an administrator sees file changes in a chat and undoes them, and a user does not', async () => {
  const folder = repository()
  const { network, shown } = await serveChats({
    platforms: { net: { admins: ['ada'], allow_from: ['bob'] } },
    workingDirectory: folder,
    script: [call('write_file', { path: 'notes.txt', content: 'new\n' }), text('Written.')],
  })
  async function answerTo(line: string, sender = { id: 'ada' }) {
    const before = shown().length
    network().say({ text: line, sender, chatId: sender.id })
    await expect.poll(() => shown().length, patient).toBe(before + 1)
    return shown().at(-1)
  }
  network().say({ text: 'write', chatId: 'ada' })
  await expect.poll(() => shown().at(-1), patient).toBe('Written.')
  expect(await answerTo('/diff')).toMatch(/-old\n\+new/)
  const many = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n')
  writeFileSync(join(folder, 'notes.txt'), many)
  network().say({ text: '/diff', chatId: 'ada' })
  await expect.poll(() => shown().at(-1), patient).toMatch(/The rest is left out: add a path/)
  expect(shown().join('').length).toBeLessThan(many.length / 2)
  for (const line of ['/diff', '/rollback 1']) {
    expect(await answerTo(line, { id: 'bob' })).toMatch(/needs the role "admin"/)
  }
  expect(await answerTo('/rollback')).toMatch(/\| 1 \|.*notes\.txt/)
  expect(await answerTo('/rollback 1')).toMatch(/restored.*notes\.txt/)
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('old\n')
})

test('/context shows in a chat how full it is, and /btw answers aside at the cost of the person', async () => {
  const { network, shown, provider, store } = await serveChats({
    platforms: { net: { allow_all: true } },
    settings: { people: { user: { tokens_per_day: 150 } } },
    script: (body) =>
      JSON.stringify(body).includes('beside a conversation')
        ? text('Blue.', { usage: { inputTokens: 90, outputTokens: 10 } })
        : text('Noted.', { usage: { inputTokens: 90, outputTokens: 10 } }),
  })
  const answerTo = async (line: string, answer: RegExp) => {
    network().say({ text: line })
    await expect.poll(() => shown().at(-1), patient).toMatch(answer)
  }
  await answerTo('My colour is blue.', /^Noted\.$/)
  await answerTo('/context', /Counted with/)
  expect(shown().join()).toMatch(/of 100,000 tokens.*history/s)
  await answerTo('/btw which colour?', /^Blue\.$/)
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('My colour is blue.')
  const [session] = await store.sessions.find({ source: 'net' })
  expect(await store.messages.load(session?.id ?? '')).toHaveLength(2)
  await answerTo('/btw and now?', /You have used your 150 tokens of today/)
  expect(provider.requests).toHaveLength(2)
})
