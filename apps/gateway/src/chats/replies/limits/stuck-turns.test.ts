import { call, hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 20_000 }
const platforms = { net: { admins: ['ada', 'bob'] } }
const limits = (notice: number, stuck: number) => ({
  agent: { session_stall_timeout: notice, turn_liveness: { timeout_s: stuck, tool_timeout_s: stuck } },
})
const lastOf = (body: unknown) => String(Object(body).messages.at(-1).content)

test('a turn whose provider hangs is announced, then interrupted, and can be continued', async () => {
  let isBack = false
  const { network, shown, provider } = await serveChats({
    platforms,
    settings: limits(1, 4),
    script: (body) => (isBack ? text(`Read: ${lastOf(body)}`) : hang()),
  })
  network().say({ text: 'wait' })
  await expect.poll(() => shown(), patient).toHaveLength(2)
  expect(shown()[0]).toMatch(/^⏳ Nothing has happened for 1 second\./)
  expect(shown()[1]).toMatch(
    /^⚠️ I stopped, because nothing had happened for 4 seconds\. \/continue resumes the turn\.$/,
  )
  expect(network().shown[1]?.buttons).toEqual(['c:/continue'])
  isBack = true
  network().press(String(network().shown[1]?.messageId), 'c:/continue')
  await expect.poll(() => shown()[2], patient).toBe('Read: wait')
  network().say({ text: '/continue' })
  await expect.poll(() => shown()[3], patient).toMatch(/^There is nothing to continue/)
  expect(provider.requests).toHaveLength(2)
})

test('the text of a stuck turn stays above the notice', async () => {
  const written = 'A beginning that is long enough to be shown.'
  const { network, shown } = await serveChats({ platforms, settings: limits(0, 4), script: [hang(text(written))] })
  network().say({ text: 'wait' })
  await expect.poll(() => shown(), patient).toEqual([`${written} ▉`])
  const whole = `${written}\n\n⚠️ I stopped, because nothing had happened for 4 seconds. /continue resumes the turn.`
  await expect.poll(() => shown(), patient).toEqual([whole])
})

test('a turn that waits for an answer is left alone', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { ...platforms.net, tool_progress: 'off' } },
    settings: limits(0, 4),
    script: (body) => {
      const last = lastOf(body)
      if (last === 'ask') return call('clarify', { question: 'Which colour?' })
      return last === 'wait' ? hang() : text(`Read: ${last}`)
    },
  })
  network().say({ text: 'ask' })
  await expect.poll(() => shown(), patient).toEqual(['❓ Which colour?'])
  network().say({ text: 'wait', sender: { id: 'bob' }, chatId: 'chat-2' })
  await expect.poll(() => shown().at(-1), patient).toMatch(/^⚠️ I stopped/)
  network().say({ text: 'Blue.' })
  await expect.poll(() => shown().at(-1), patient).toMatch(/^Read: .*Blue\./s)
})
