import { afterEach, expect, test, vi } from 'vitest'
import type { InboundMessage } from '../contracts/platform/platform-inbound.js'
import type { DispatchEvent } from '../contracts/turn/gateway-hooks.js'
import { createHostHooks } from './host-hooks.js'

const message: InboundMessage = {
  type: 'message',
  id: '1',
  messageId: '1',
  chatId: 'chat',
  chatType: 'direct',
  sender: { id: 'ada' },
  text: 'hello',
  isAddressed: true,
  attachments: [],
  sentAtMs: 0,
}
const event: DispatchEvent = { source: 'net', message }

function judgeOf(...hooks: readonly ((event: DispatchEvent) => unknown)[]) {
  const problems: string[] = []
  const plugins = hooks.map((hook, index) => ({ name: `p${index + 1}`, hooks: Object({ pre_gateway_dispatch: hook }) }))
  const report = (problem: Error) => void problems.push(problem.message)
  const { judgeMessage = async () => ({ action: 'serve', text: 'there is no judge' }) } = createHostHooks(plugins, {
    report,
  })
  return { judge: judgeMessage, problems }
}

test('serves a message that no hook skips, with the text of the last hook', async () => {
  const last = vi.fn()
  const { judge } = judgeOf(
    () => undefined,
    ({ message: { text } }) => ({ action: 'rewrite', text: `${text}!` }),
    () => ({ action: 'allow' }),
    ({ message: { text } }) => ({ action: 'rewrite', text: `${text}?` }),
    last,
  )
  expect(await judge(event)).toEqual({ action: 'serve', text: 'hello!?' })
  expect(last).toHaveBeenCalledWith({ source: 'net', message: { ...message, text: 'hello!?' } })
  expect(await judgeOf(() => null).judge(event)).toEqual({ action: 'serve' })
})

test('uses the first skip', async () => {
  const last = vi.fn()
  const { judge } = judgeOf(() => ({ action: 'skip', reason: 'spam' }), last)
  expect(await judge(event)).toEqual({ action: 'skip', reason: 'spam' })
  expect(last).not.toHaveBeenCalled()
  expect(await judgeOf(() => ({ action: 'skip' })).judge(event)).toEqual({ action: 'skip', reason: '"p1" skipped it.' })
  expect(await judgeOf(() => ({ action: 'rewrite', text: ' ' })).judge(event)).toMatchObject({ action: 'skip' })
})

test.each<[unknown]>([
  [{ action: 'drop' }],
  [{ action: 'rewrite' }],
  [{ action: 'rewrite', text: 7 }],
  [{ action: 'rewrite', text: '/approve' }],
  [{ action: 'skip', reason: 7 }],
  [true],
  ['skip'],
])('skips the message for %j, which is not a verdict, and reports that once', async (value) => {
  const { judge, problems } = judgeOf(() => value)
  expect(await judge(event)).toEqual({ action: 'skip', reason: expect.stringContaining('{ action: "skip" }') })
  await judge(event)
  expect(problems).toHaveLength(1)
})

test('does not let a hook change who has written a message', async () => {
  const { judge } = judgeOf((seen) => {
    Object.assign(seen.message.sender, { id: 'owner' })
    return { action: 'allow' }
  })
  expect(await judge(event)).toMatchObject({ action: 'skip', reason: expect.stringContaining('read only') })
  expect(message.sender.id).toBe('ada')
})

test('skips the message when a hook throws or is late', async () => {
  vi.useFakeTimers()
  const throwing = judgeOf(() => Promise.reject(new Error('broken')))
  expect(await throwing.judge(event)).toMatchObject({ action: 'skip', reason: expect.stringContaining('broken') })
  const { judge } = judgeOf(() => new Promise(() => undefined))
  const answer = judge(event)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await answer).toMatchObject({ action: 'skip', reason: expect.stringContaining('took longer than 30 s') })
  expect(await judge(event)).toMatchObject({
    action: 'skip',
    reason: expect.stringContaining('is not called for 60 s'),
  })
})

afterEach(() => void vi.useRealTimers())
