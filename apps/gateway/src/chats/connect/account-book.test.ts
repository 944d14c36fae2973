import { expect, test } from 'vitest'
import { createAccountBook } from './account-book.js'

const { signal } = new AbortController()

function openBook() {
  const book = createAccountBook()
  const waits: string[] = []
  const onWait = ({ holder, advice }: { readonly holder: string; readonly advice: string }) =>
    void waits.push(`${holder}: ${advice}`)
  return { first: book.of('first'), second: book.of('second'), waits, onWait }
}

test('an earlier profile takes over an account, and the other one gets it back', async () => {
  const { first, second, waits, onWait } = openBook()
  const later = second.add('net', 'bot')
  await using held = await later.claim({ signal, onWait })
  const sooner = first.add('net', 'bot')
  expect(held.signal.aborted).toBe(true)
  const taking = sooner.claim({ signal, onWait })
  await held[Symbol.asyncDispose]()
  const taken = await taking
  const waiting = later.claim({ signal, onWait })
  expect(waits).toEqual([expect.stringMatching(/^the profile "first": .*hermes -p second config set/)])
  sooner[Symbol.dispose]()
  await taken[Symbol.asyncDispose]()
  expect((await waiting).signal.aborted).toBe(false)
})

test('a profile keeps an account that it does not receive with now', async () => {
  const { first, second, waits, onWait } = openBook()
  const paused = first.add('net', 'bot')
  const controller = new AbortController()
  const waiting = second.add('net', 'bot').claim({ signal: controller.signal, onWait })
  expect(waits).toHaveLength(1)
  await using _held = await paused.claim({ signal, onWait })
  controller.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})

test('the first of two networks of a profile receives', async () => {
  const { first, waits, onWait } = openBook()
  const [one, two] = [first.add('net', 'bot'), first.add('other', 'bot')]
  const waiting = two.claim({ signal, onWait })
  await expect(one.claim({ signal, onWait })).resolves.toBeDefined()
  expect(waits).toEqual([expect.stringMatching(/^the network net: /)])
  one[Symbol.dispose]()
  void waiting
})

test('different accounts do not wait for each other', async () => {
  const { first, second, waits, onWait } = openBook()
  first.add('net', 'bot')
  await expect(second.add('net', 'other bot').claim({ signal, onWait })).resolves.toBeDefined()
  expect(waits).toEqual([])
})
